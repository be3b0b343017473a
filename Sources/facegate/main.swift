print("facegate")
