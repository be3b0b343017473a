// selection
