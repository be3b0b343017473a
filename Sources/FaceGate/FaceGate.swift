// FaceGate
