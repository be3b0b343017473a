"""The network: a small residual convolutional network on one square crop, one logit out."""

import torch
from torch import nn

# Pixels per side of the crop.
SIDE = 112


def convolution(inputs, outputs, stride=1):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs))


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = convolution(channels, channels)

    def forward(self, values):
        return torch.relu(values + self.second(torch.relu(self.first(values))))


class PresentationAttackNet(nn.Module):
    """0.28 million parameters; the logit is high for a bona fide face, low for an attack."""

    def __init__(self, widths=(16, 24, 48, 96)):
        super().__init__()
        layers = [convolution(3, widths[0], 2), nn.ReLU()]
        for narrow, wide in zip(widths, widths[1:]):
            layers += [convolution(narrow, wide, 2), nn.ReLU(), Residual(wide)]
        self.features = nn.Sequential(*layers)
        self.dropout = nn.Dropout(0.2)
        self.head = nn.Linear(widths[-1], 1)

    def forward(self, pixels):
        """pixels: N×3×SIDE×SIDE, RGB, (byte − 127.5) / 127.5."""
        values = self.features(pixels)
        return self.head(self.dropout(values.mean((2, 3))))


def parameter_count(model):
    return sum(parameter.numel() for parameter in model.parameters())
