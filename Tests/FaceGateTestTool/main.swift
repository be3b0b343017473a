print("FaceGate test tool")
