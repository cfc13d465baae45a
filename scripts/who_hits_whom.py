# SPDX-License-Identifier: MIT
"""Prints who hits whom in one pair of animations, as `kickbox query` answers it.

usage: who_hits_whom.py KICKBOX BANK ATTACKER ANIMATION TARGET ANIMATION [DISTANCE]
The target stands DISTANCE pixels to the right and faces the attacker (flipped). Each row is a frame
of the attack, each column a frame of the target; a cell says which class the attacker's action
points land on, and how many pairs of shapes overlap. Without DISTANCE, the farthest one at which
the most frames strike is taken.
"""
import json
import subprocess
import sys


def animation_of(info, sprite_name, name):
    """Frame numbers of an animation, and the names of its sprite's action points."""
    for sprite in info["sprites"]:
        if sprite["name"] == sprite_name:
            for animation in sprite["animations"]:
                if animation["name"] == name:
                    return animation["frames"], sprite["action_points"]
            sys.exit(f"the sprite {sprite_name} has no animation {name}")
    sys.exit(f"the bank has no sprite {sprite_name}")


def ask(kickbox, bank, questions):
    """One answer a question, in order."""
    text = "".join(json.dumps(question) + "\n" for question in questions)
    run = subprocess.run([kickbox, "query", bank], input=text, stdout=subprocess.PIPE, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(questions):
        sys.exit("kickbox query gave too few answers")
    return answers


def main():
    kickbox, bank, attacker, attack, target, stance = sys.argv[1:7]
    info = json.loads(subprocess.run([kickbox, "info", bank, "--json"],
                                     stdout=subprocess.PIPE, text=True, check=True).stdout)
    rows, points = animation_of(info, attacker, attack)
    columns, _ = animation_of(info, target, stance)
    distances = [int(sys.argv[7])] if len(sys.argv) > 7 else range(16, 129, 2)

    cases, questions = [], []
    for distance in distances:
        for row, frame in enumerate(rows):
            a = {"sprite": attacker, "frame": frame, "at": [0, 0], "flip": ""}
            for column, other in enumerate(columns):
                b = {"sprite": target, "frame": other, "at": [distance, 0], "flip": "x"}
                for point in points:
                    cases.append((distance, row, column, point))
                    questions.append({"q": "strike", "a": a, "name": point, "b": b})
                cases.append((distance, row, column, None))
                questions.append({"q": "shapes", "a": a, "b": b})

    struck, overlaps = {}, {}
    for (distance, row, column, point), answer in zip(cases, ask(kickbox, bank, questions)):
        if point is None:
            overlaps[distance, row, column] = len(answer.get("pairs", []))
        elif answer.get("hit"):
            struck.setdefault((distance, row, column), f"{point} > {answer['class']}")

    best = max(distances, key=lambda d: (sum(1 for key in struck if key[0] == d), d))
    cells = [[struck.get((best, row, column), "-") + f" ({overlaps[best, row, column]})"
              for column in range(len(columns))] for row in range(len(rows))]
    width = max([len(cell) for row in cells for cell in row] + [len(f"{stance} {len(columns)}")]) + 2
    print(f"{attacker}'s {attack} against {target}'s {stance}, {best} pixels apart:")
    print("what the action points land on (and how many pairs of shapes overlap)")
    print(" " * 12 + "".join(f"{stance} {column + 1}".ljust(width) for column in range(len(columns))).rstrip())
    for row, line in enumerate(cells):
        print(f"  {attack} {row + 1}".ljust(12) + "".join(cell.ljust(width) for cell in line).rstrip())


if __name__ == "__main__":
    main()
