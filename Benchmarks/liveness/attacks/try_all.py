"""Hands every recording of `make.py` to `facelatch authenticate` and prints what gets in, per kind.

    nice python try_all.py --recordings FOLDER --program ../../../.build/release/facelatch --out RESULTS [--part tune]

Each owner is enrolled once, from the beginning of a recording of theirs, in a store of their own; each try gets a fresh
copy of it, so that earlier tries cost nothing. Rules are the program's own; `--more` hands it further options. A try is
*let in*; or *refused*, which costs an attempt; or *undecided*, which costs none. RESULTS takes `results.csv` and, with every
word of the program, `results.jsonl`. Intervals are exact (Clopper and Pearson), 95 %; the tries of one owner are alike, so
the last column counts owners who were let in at least once, with the interval over owners.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from intervals import share  # noqa: E402

PASSCODE = "270183"
FIELDS = ["path", "kind", "family", "genuine", "owner", "rate", "frames", "outcome", "left", "obstacles", "motion",
          "passive", "score", "seconds"]


def run(program, arguments, store, lines=""):
    """The answer of one command as JSON; passcodes come on descriptor 0."""
    environment = {**os.environ, "FACELATCH_STORE": str(store)}
    done = subprocess.run([program, *arguments, "--passcode-fd", "0", "--json"], input=lines, env=environment,
                          capture_output=True, text=True)
    answers = [line for line in done.stdout.splitlines() if line.startswith("{")]
    return json.loads(answers[-1]) if answers else {"message": done.stderr.strip()}


def enrolled(options, owner, stores):
    """The store of an owner and the attempts that it starts with, or None when enrolment fails."""
    store = stores / owner
    store.mkdir(mode=0o700)
    run(options.program, ["passcode", "set", "--user", owner], store, f"{PASSCODE}\n{PASSCODE}\n")
    recording = options.recordings / options.part / "enrol" / f"{owner}.avi"
    answer = run(options.program, ["enroll", str(recording), "--user", owner], store, f"{PASSCODE}\n")
    if not answer.get("enrolled"):
        print(f"{owner} is not enrolled: {answer.get('error') or answer.get('message')}", file=sys.stderr)
        return None
    return store


def attempt(options, row, store):
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="try-") as folder:
        copy = pathlib.Path(folder) / "store"
        shutil.copytree(store, copy)
        copy.chmod(0o700)
        recording = options.recordings / options.part / row["path"]
        arguments = ["authenticate", str(recording), "--user", row["owner"], "--policy", "biometrics"]
        environment = {**os.environ, "FACELATCH_STORE": str(copy)}
        done = subprocess.run([options.program, *arguments, "--json", *shlex.split(options.more)], env=environment,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    answer = json.loads(lines[-1]) if lines else {"message": done.stderr.strip()}
    left = answer.get("attemptsLeft")
    if answer.get("authenticated"):
        outcome = "let in"
    elif not lines:
        outcome = "error"
    else:
        outcome = "refused" if left is not None and left < options.attempts else "undecided"
    life = answer.get("liveness") or {}
    found = {"outcome": outcome, "left": left, "obstacles": " ".join(answer.get("obstacles") or []),
             "motion": life.get("motion"), "passive": life.get("passive"), "score": answer.get("score"),
             "seconds": f"{time.monotonic() - started:.2f}"}
    return {**row, **found}, {"path": row["path"], **answer}


def table(results):
    lines = ["| kind | N | let in | refused, charged | undecided | owners let in at least once |", "|---|---|---|---|---|---|"]
    for genuine in ("1", "0"):
        kinds = collections.defaultdict(list)
        for row in results:
            if row["genuine"] == genuine:
                kinds[row["family"], row["kind"]].append(row)
        lines.append(f"| **{'the owner' if genuine == '1' else 'attacks'}** | | | | | |")
        for (_, kind), rows in kinds.items():
            counts = collections.Counter(row["outcome"] for row in rows)
            owners = {row["owner"] for row in rows}
            lucky = {row["owner"] for row in rows if row["outcome"] == "let in"}
            error = f" ({counts['error']} errors)" if counts["error"] else ""
            lines.append(f"| {kind} | {len(rows)}{error} | {share(counts['let in'], len(rows))} | {counts['refused']} | "
                         f"{counts['undecided']} | {share(len(lucky), len(owners))} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--part", choices=["tune", "report"], default="report")
    parser.add_argument("--kinds", help="beginnings of names, separated by commas")
    parser.add_argument("--limit", type=int, help="at most so many of each kind")
    parser.add_argument("--more", default="", help="further options for authenticate, in one argument")
    parser.add_argument("--processes", type=int, choices=[1, 2], default=2)
    parser.add_argument("--attempts", type=int, default=5, help="attempts that a fresh store has")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with open(options.recordings / options.part / "manifest.csv") as file:
        rows = list(csv.DictReader(file))
    if options.kinds:
        rows = [r for r in rows if any(r["kind"].startswith(k) for k in options.kinds.split(","))]
    if options.limit:
        seen = collections.Counter()
        rows = [r for r in rows if seen.update([r["kind"]]) or seen[r["kind"]] <= options.limit]
    results = []
    with tempfile.TemporaryDirectory(prefix="stores-") as folder:
        owners = sorted({row["owner"] for row in rows})
        stores = {owner: enrolled(options, owner, pathlib.Path(folder)) for owner in owners}
        rows = [row for row in rows if stores[row["owner"]]]
        with concurrent.futures.ThreadPoolExecutor(options.processes) as pool, open(options.out / "results.jsonl", "w") as words:
            for result, answer in pool.map(lambda row: attempt(options, row, stores[row["owner"]]), rows):
                results.append(result)
                words.write(json.dumps(answer) + "\n")
                words.flush()
    with open(options.out / "results.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(results)
    text = table(results)
    (options.out / "table.md").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
