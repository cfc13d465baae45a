#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A fight and a platform level in a window, with pygame.

    fight.py FOLDER        with dojo.kbx and yard.kbx, exported from data/dojo and data/yard

Tab changes between the two; F1 shows shapes. The fight: the left player kicks with F and walks with
A and D, the right one punches with K and walks with the arrows. The level: arrows and space.
--frames N ends after N frames, and --picture FILE saves the last one."""
import argparse
import os

import pygame

import kickbox as kb
from kickbox import Kind
from kickbox.pygame import Pictures, rect

SIZE = (320, 180)
SCALE = 3
SKY, GROUND, INK, SHADE = (232, 226, 214), (122, 92, 70), (40, 34, 34), (186, 176, 160)


def colour_of(bank, class_index):
    rgba = bank.item(Kind.CLASS, class_index).info.colour
    return rgba >> 24, rgba >> 16 & 255, rgba >> 8 & 255


def show_shapes(target, bank, frame, place):
    """The shapes of a frame in the colours of their classes."""
    for i in range(frame.count(Kind.SHAPE)):
        shape = kb.frame_shape(frame, place, i)
        pygame.draw.rect(target, colour_of(bank, shape.class_index), rect(shape.bounds), 1)


class Fighter:
    def __init__(self, bank, name, blow, action, x, flipped):
        self.sprite = bank.find(Kind.SPRITE, name)
        self.idle = self.sprite.find(Kind.ANIMATION, "idle")
        self.blow, self.action = self.sprite.find(Kind.ANIMATION, blow), action
        self.x, self.flipped, self.since, self.landed, self.flash = x, flipped, None, False, 0

    def pose(self, now):
        if self.since is not None and now - self.since >= self.blow.info.duration_ms:
            self.since = None
        animation, ms = (self.idle, now) if self.since is None else (self.blow, now - self.since)
        return (kb.animation_at(animation, ms).frame,
                kb.at_flipped(round(self.x), 150, self.flipped, False))

    def strike(self, now):
        if self.since is None:
            self.since, self.landed = now, False

    def walk(self, by):
        if self.since is None:
            self.x = min(max(self.x + by, 20), SIZE[0] - 20)


class Fight:
    def __init__(self, folder):
        self.bank = kb.open(os.path.join(folder, "dojo.kbx"))
        self.pictures = Pictures(self.bank)
        self.fighters = [Fighter(self.bank, "fakir", "kick", "foot", 130, False),
                         Fighter(self.bank, "boxer", "punch", "fist", 176, True)]
        self.text = "F kicks, K punches"

    def press(self, key, now):
        for fighter, own in zip(self.fighters, (pygame.K_f, pygame.K_k)):
            if key == own:
                fighter.strike(now)

    def step(self, now, held):
        for fighter, left, right in zip(self.fighters, (pygame.K_a, pygame.K_LEFT),
                                        (pygame.K_d, pygame.K_RIGHT)):
            fighter.walk(1.5 * (held[right] - held[left]))
        for a, b in (self.fighters, self.fighters[::-1]):
            hit = kb.strike(*a.pose(now), a.action, *b.pose(now))
            if a.since is not None and not a.landed and hit.hit:
                a.landed, b.flash = True, now + 200
                self.text = (f"The {a.action} hits the {self.bank.class_name(hit.class_index)} "
                             f"of the {b.sprite.name}")

    def draw(self, target, now, shapes):
        target.fill(SKY)
        target.fill(SHADE, (0, 146, SIZE[0], 4))
        target.fill(GROUND, (0, 150, SIZE[0], 30))
        for fighter in self.fighters:
            frame, place = fighter.pose(now)
            if now < fighter.flash:
                pygame.draw.ellipse(target, (250, 240, 160), (fighter.x - 22, 96, 44, 56))
            self.pictures.draw(target, frame, place)
            if shapes:
                show_shapes(target, self.bank, frame, place)


class Platform:
    """The hero of the yard runs over tiles and hills, by one call."""

    def __init__(self, folder):
        self.bank = kb.open(os.path.join(folder, "yard.kbx"))
        self.pictures = Pictures(self.bank)
        self.level = self.bank.find(Kind.LEVEL, "yard")
        self.runner = self.bank.find(Kind.SPRITE, "runner")
        self.foot = kb.Vec(-56, 160)
        self.speed, self.rest, self.standing, self.left = 0.0, kb.Vec(), False, False
        self.text = "Arrows run, space jumps"

    def press(self, key, now):
        if key == pygame.K_SPACE and self.standing:
            self.speed = -6.0

    def step(self, now, held):
        run = 2.5 * (held[pygame.K_RIGHT] - held[pygame.K_LEFT])
        self.left = run < 0 or (self.left and run == 0)
        self.speed = min(self.speed + 0.35, 8)
        body = kb.shape_rect((self.foot.x - 6, self.foot.y - 24), (self.foot.x + 6, self.foot.y))
        motion = kb.Motion(manner=kb.Manner.WALK, step_up=6, step_down=6 if self.standing else 0,
                           rest=self.rest)
        moved, _ = kb.level_move(self.level, body, (run, self.speed), motion)
        self.foot = kb.Vec(self.foot.x + moved.moved.x, self.foot.y + moved.moved.y)
        self.rest, self.standing = moved.rest, moved.on_floor
        if moved.on_floor or moved.on_ceiling:
            self.speed = 0.0
        if self.foot.y > 600:
            self.foot, self.speed = kb.Vec(-56, 160), 0.0
        self.running = run != 0

    def draw(self, target, now, shapes):
        target.fill((150, 190, 216))
        view = pygame.Rect(round(self.foot.x) - SIZE[0] // 2, round(self.foot.y) - 120, *SIZE)
        for layer in self.level.items(Kind.TILES):
            for cell in kb.tiles_visible(layer, ((view.left, view.top), (view.right, view.bottom))):
                frame = kb.tile_frame(layer, kb.tiles_tile(layer, cell))
                about = frame.info
                corner = kb.tiles_picture_at(layer, cell, about.size)
                self.pictures.draw(target, frame, kb.at(corner.x + about.hot_spot.x - view.left,
                                                        corner.y + about.hot_spot.y - view.top))
        for ground in self.level.items(Kind.GROUND):
            for x in range(view.left, view.right):
                place = kb.ground_at(ground, x)
                if place.found:
                    pygame.draw.line(target, (96, 128, 72), (x - view.left, place.y - view.top),
                                     (x - view.left, SIZE[1]))
        animation = self.runner.find(Kind.ANIMATION, "run" if self.running else "idle")
        if not animation:
            animation = self.runner.item(Kind.ANIMATION, 0)
        frame = kb.animation_at(animation, now).frame
        place = kb.at_flipped(self.foot.x - view.left, self.foot.y - view.top, self.left, False)
        self.pictures.draw(target, frame, place)
        if shapes:
            show_shapes(target, self.bank, frame, place)


def main():
    parser = argparse.ArgumentParser(description="A fight and a platform level.")
    parser.add_argument("folder")
    parser.add_argument("--frames", type=int, default=0)
    parser.add_argument("--picture")
    parser.add_argument("--scene", type=int, choices=(0, 1), default=0)
    parser.add_argument("--shapes", action="store_true")
    arguments = parser.parse_args()
    pygame.init()
    window = pygame.display.set_mode((SIZE[0] * SCALE, SIZE[1] * SCALE))
    pygame.display.set_caption("Kickbox with pygame")
    font, clock = pygame.font.Font(None, 30), pygame.time.Clock()
    scenes = [Fight(arguments.folder), Platform(arguments.folder)]
    scene, shapes, small, frames = arguments.scene, arguments.shapes, pygame.Surface(SIZE), 0
    while not arguments.frames or frames < arguments.frames:
        # With a number of frames, time goes by frames: the picture is always the same.
        now = frames * 16 if arguments.frames else pygame.time.get_ticks()
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.KEYDOWN:
                scene = (scene + (event.key == pygame.K_TAB)) % len(scenes)
                shapes = shapes != (event.key == pygame.K_F1)
                scenes[scene].press(event.key, now)
        scenes[scene].step(now, pygame.key.get_pressed())
        scenes[scene].draw(small, now, shapes)
        pygame.transform.scale(small, window.get_size(), window)
        window.fill(SKY, (0, 0, window.get_width(), 44))
        words = f"{scenes[scene].text}.  Tab: the other scene.  F1: shapes."
        window.blit(font.render(words, True, INK), (16, 14))
        pygame.display.flip()
        frames += 1
        clock.tick(60)
    if arguments.picture:
        pygame.image.save(window, arguments.picture)


if __name__ == "__main__":
    main()
