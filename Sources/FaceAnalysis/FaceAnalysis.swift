// FaceAnalysis
