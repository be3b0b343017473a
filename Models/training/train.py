"""Trains the network on the crops of prepare.py and exports it: python train.py --work DIR [--minutes N]

Writes WORK/presentation-attack.onnx and prints what the validation people say, among it the threshold.
"""

import argparse
import math
import pathlib
import time

import numpy as np
import torch
from torch.nn import functional

from crops import SCALES
from export import exported
from measures import describe, threshold_for
from network import SIDE, PresentationAttackNet, parameter_count
from sources import SPLIT

BATCH = 64
EPOCHS = 34
RATE = 2e-3
# How much of a batch each group of samples makes, whatever its number: both classes alike, real attacks well in.
SHARES = {
    "nuaa bona fide": 0.2,
    "lfw bona fide": 0.22,
    "clips bona fide": 0.08,
    "nuaa attack": 0.18,
    "nuaa print": 0.03,
    "nuaa screen": 0.03,
    "lfw print": 0.1,
    "lfw screen": 0.1,
    "clips print": 0.03,
    "clips screen": 0.03,
}


def weights(groups):
    names, counts = np.unique(groups, return_counts=True)
    number = dict(zip(names, counts))
    return torch.tensor([SHARES[group] / number[group] for group in groups], dtype=torch.double)


def augmented(crops, random):
    """Mirror, shift, brightness and contrast, and a covered rim or patch, on a batch of bytes N×3×SIDE×SIDE."""
    count = len(crops)
    pixels = (crops.float() - 127.5) / 127.5
    flipped = torch.rand(count, generator=random) < 0.5
    pixels[flipped] = pixels[flipped].flip(3)
    # Whole pixels: interpolation would smooth the fine texture away.
    reach = SIDE // 16
    padded = functional.pad(pixels, (reach,) * 4, mode="replicate")
    for index, (top, left) in enumerate(torch.randint(0, 2 * reach + 1, (count, 2), generator=random).tolist()):
        pixels[index] = padded[index, :, top : top + SIDE, left : left + SIDE]
    gain = 1 + 0.2 * (2 * torch.rand(count, 1, 1, 1, generator=random) - 1)
    offset = 0.15 * (2 * torch.rand(count, 1, 1, 1, generator=random) - 1)
    pixels = (pixels * gain + offset).clamp(-1, 1)
    for index in torch.nonzero(torch.rand(count, generator=random) < 0.25).flatten().tolist():
        height, width = torch.randint(SIDE // 6, SIDE // 2, (2,), generator=random).tolist()
        top, left = torch.randint(0, SIDE - SIDE // 6, (2,), generator=random).tolist()
        pixels[index, :, top : top + height, left : left + width] = 2 * torch.rand((), generator=random) - 1
    return pixels


def logits(model, crops, batch=128):
    """The logit of each crop; crops: N×SIDE×SIDE×3 bytes."""
    model.eval()
    found = []
    with torch.no_grad():
        for start in range(0, len(crops), batch):
            pixels = torch.from_numpy(crops[start : start + batch]).permute(0, 3, 1, 2).float()
            found.append(model((pixels - 127.5) / 127.5).flatten())
    return torch.cat(found).numpy()


def load(path):
    with np.load(path) as file:
        return dict(file)


def validate(model, validation):
    """Logits N×scales of the validation samples."""
    return np.stack([logits(model, validation["crops"][:, index]) for index in range(len(SCALES))], 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", required=True, help="the folder of prepare.py")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    options = parser.parse_args()
    work = pathlib.Path(options.work)
    torch.set_num_threads(options.threads)
    torch.manual_seed(SPLIT["seed"])
    random = torch.Generator().manual_seed(SPLIT["seed"])
    train, validation = load(work / "train.npz"), load(work / "validation.npz")
    crops = torch.from_numpy(train["crops"])
    labels = torch.from_numpy(train["labels"]).float()
    shares = weights(train["groups"])

    model = PresentationAttackNet().to(memory_format=torch.channels_last)
    print(f"{parameter_count(model)} parameters, {len(labels)} samples of {len(SCALES)} crops")
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.02)
    steps = options.epochs * len(labels) // BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.15)
    average = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    started, losses = time.time(), []
    for step in range(steps):
        model.train()
        chosen = torch.multinomial(shares, BATCH, replacement=True, generator=random)
        scale = torch.randint(0, len(SCALES), (BATCH,), generator=random)
        pixels = augmented(crops[chosen, scale].permute(0, 3, 1, 2), random)
        target = 0.02 + 0.96 * labels[chosen]
        with torch.autocast("cpu", torch.bfloat16):
            output = model(pixels.contiguous(memory_format=torch.channels_last))
        loss = functional.binary_cross_entropy_with_logits(output.float().flatten(), target)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        average.update_parameters(model)
        losses.append(loss.item())
        if (step + 1) % 150 == 0:
            speed = (step + 1) * BATCH / (time.time() - started)
            print(f"{step + 1}/{steps}  loss {np.mean(losses[-150:]):.3f}  {speed:.0f} crops/s", flush=True)
        if (step + 1) % (steps // 5) == 0:
            print(describe(validate(average.module, validation), validation), flush=True)
            torch.save(average.module.state_dict(), work / "weights.pt")
    exported(average.module, work / "presentation-attack.onnx")
    scores = validate(average.module, validation)
    print(describe(scores, validation))
    print(f"threshold {1 / (1 + math.exp(-threshold_for(scores, validation))):.4f}, {time.time() - started:.0f} s")


if __name__ == "__main__":
    main()
