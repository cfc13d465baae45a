/* SPDX-License-Identifier: MIT */
/* What the pictures say in French. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "easel.h"

static const struct { const char *english, *french; } texts[] = {
  { "rectangle", "rectangle" },
  { "circle", "cercle" },
  { "oriented box", "boîte orientée" },
  { "shares an edge: no overlap", "un bord commun : pas de recouvrement" },
  { "shares pixels", "des pixels communs" },
  { "touching counts", "toucher compte" },
  { "two circles", "deux cercles" },
  { "nearest point", "point le plus proche" },
  { "circle, oriented box", "cercle, boîte orientée" },
  { "box, oriented box", "boîte, boîte orientée" },
  { "apart at the corner", "séparés au coin" },
  { "both frames overlap: hit", "dans les deux repères : touché" },
  { "apart in one frame: no hit", "à part dans un repère : pas touché" },
  { "depth %.2f", "profondeur %.2f" },
  { "centre inside: %.2f", "centre dedans : %.2f" },
  { "same centre", "même centre" },
  { "convex polygon", "polygone convexe" },
  { "two points where a side lies on a side, one where a corner does",
    "deux points là où deux côtés se touchent, un là où c’est un coin" },
  { "equal masses, restitution 1", "masses égales, restitution 1" },
  { "restitution 0", "restitution 0" },
  { "infinite mass, restitution 0.5", "masse infinie, restitution 0.5" },
  { "before", "avant" },
  { "after kbx_resolve", "après kbx_resolve" },
  { "percent", "part" },
  { "depth", "profondeur" },
  { "kbx_separate: a part of the depth beyond the slop",
    "kbx_separate : une part de la profondeur au-delà de la tolérance" },
  { "with a kbx_body_pair each", "avec un kbx_body_pair chacun" },
  { "without memory", "sans mémoire" },
  { "A: a corner is in the circle", "A : un coin dans le cercle" },
  { "B: no", "B : non" },
  { "C: the middle is in the box", "C : le centre est dans la boîte" },
  { "D: all corners are in the circle", "D : tous les coins sont dans le cercle" },
  { "E: the circle reaches an edge", "E : le cercle atteint un bord" },
  { "crimson: the cell of each point, rounded down; grey: cut off towards 0",
    "cramoisi : la case de chaque point, arrondie vers le bas ; gris : tronquée vers 0" },
  { "straight", "orthogonale" },
  { "isometric", "isométrique" },
  { "in the air", "en l’air" },
  { "stands", "posé" },
  { "sunk in", "enfoncé" },
  { "the foot touches where its y is at least the ground's; crimson: too steep",
    "le pied touche là où son y vaut au moins celui du sol ; cramoisi : trop raide" },
  { "grid", "grille" },
  { "quadtree", "quadtree" },
  { "BSP", "BSP" },
  { "%s: %u %s", "%s : %u %s" },
  { "leaves", "feuilles" },
  { "cells", "cases" },
  { "up to %u cuts deep", "au plus %u coupes" },
  { "cut: a piece for each square", "coupé : un morceau par carré" },
  { "Kickbox: the squares list the whole wall", "Kickbox : les carrés listent le mur entier" },
  { "boxes, the cells under them; crimson: a wall between these cells is touched",
    "boîtes, et les cases dessous ; cramoisi : une cloison entre ces cases est touchée" },
  { "thin walls on the edges of cells: kbx_level_touching",
    "cloisons minces sur le bord des cases : kbx_level_touching" },
  { "nearest: a staircase", "le plus proche : un escalier" },
  { "linear", "linéaire" },
  { "cubic", "cubique" },
  { "det > 0 for every edge: inside", "det > 0 pour chaque arête : dedans" },
  { "dashes: edges with det < 0", "tirets : arêtes où det < 0" },
  { "crimson: on the mask", "cramoisi : sur le masque" },
  { "blue: only in the box", "bleu : dans la boîte seulement" },
  { "%u boxes, %u pairs that touch, of %u possible ones",
    "%u boîtes, %u paires qui se touchent sur %u possibles" },
  { "foot", "pied" },
  { "hot spot", "point chaud" },
  { "the same place, flipped", "la même place, retourné" },
  { "an action point and its direction", "un point d’action et sa direction" },
  { "round the frame", "autour de l’image" },
  { "round each class", "autour de chaque classe" },
  { "head, torso, arms, legs", "tête, torse, bras, jambes" },
  { "the fist hits:", "le poing touche :" },
  { "nothing", "rien" },
  { "%u pairs overlap", "%u paires se recouvrent" },
  { "upright", "debout" },
  { "turned by 30 degrees, 1.2 times as large", "tourné de 30 degrés, 1.2 fois plus grand" },
  { "at %.2f", "à %.2f" },
  { "depth of the foot: in the air, standing, sunk in",
    "profondeur du pied : en l’air, posé, enfoncé" },
  { "returned", "renvoyée" },
  { "missed", "manquée" },
  { "not there yet", "pas encore là" },
  { "first the line, then the span", "d’abord la droite, puis l’intervalle" },
  { "floor", "sol" },
  { "pond", "mare" },
  { "wall", "mur" },
  { "which zones each touches; crimson: the first pixel of the pond in it, row by row",
    "les zones que chacun touche ; cramoisi : son premier pixel de mare, ligne par ligne" },
  { "boxes overlap, no pixel does", "les boîtes se recouvrent, aucun pixel" },
  { "%u pixels, the first at %d, %d", "%u pixels, le premier en %d, %d" },
  { "crimson: shared pixels, ringed the first; green: the normal, from the ring to the star",
    "cramoisi : pixels communs, le premier cerclé ; vert : la normale, de l’anneau à l’étoile" },
  { "one frame, smaller and turned about its hot spot, and the zones under its pixels",
    "une image réduite et tournée autour de son point chaud, et les zones sous ses pixels" },
  { "crimson: the lines where a car touches the edge; dashed: what is cut off them",
    "cramoisi : les lignes où une voiture touche le bord ; tirets : ce qu’on en retranche" },
  { "even-odd: the middle is a hole", "pair-impair : le milieu est un trou" },
  { "area %g, turns %s", "aire %g, tourne %s" },
  { "clockwise", "à droite" },
  { "the other way", "à gauche" },
  { "simple", "simple" },
  { "not simple", "non simple" },
  { "convex", "convexe" },
  { "not convex", "non convexe" },
  { "%u triangles", "%u triangles" },
  { "%u convex parts", "%u parties convexes" },
  { "two convex", "deux convexes" },
  { "any two", "deux quelconques" },
  { "a circle", "un cercle" },
  { "a box in the bay: no", "une boîte dans la baie : non" },
  { "an oriented box", "une boîte orientée" },
  { "left", "à gauche" },
  { "right", "à droite" },
  { "nearest on the segment", "le plus proche sur le segment" },
  { "foot, side, distance of the line", "pied, côté, distance de la droite" },
  { "not", "non" },
  { "cross", "se croisent" },
  { "touch", "se touchent" },
  { "overlap", "se recouvrent" },
  { "%s: %.2f apart", "%s : écart %.2f" },
  { "%s: t %.2f, u %.2f", "%s : t %.2f, u %.2f" },
  { "two lines cross: t %.2f, u %.2f", "deux droites se croisent : t %.2f, u %.2f" },
  { "inside", "dedans" },
  { "lines: two points, one, none", "droites : deux points, un, aucun" },
  { "segments", "segments" },
  { "box", "boîte" },
  { "first touch of any polygon: edge %u", "premier contact d’un polygone quelconque : arête %u" },
  { "two boxes: %s", "deux boîtes : %s" },
  { "yes", "oui" },
  { "no", "non" },
  { "sphere and box: %s", "sphère et boîte : %s" },
  { "closer: hit", "plus près : touché" },
  { "apart edge to edge: no hit", "séparées, arête contre arête" },
  { "faces alone: %.2f deep. Cross product of edges: %.2f apart",
    "faces seules : profondeur %.2f. Produit des arêtes : écart %.2f" },
  { "a point, a convex polygon, the bounce", "un point, un polygone convexe, le rebond" },
  { "a sphere and a plane", "une sphère et un plan" },
  { "a jump of 16 pixels ends after %d: the foot is under the claw",
    "un saut de 16 pixels s’arrête après %d : le pied est sous la griffe" },
  { "the boxes of their bodies %s", "les boîtes des corps %s" },
  { "meet", "se touchent" },
  { "never meet", "ne se touchent jamais" },
  { "pixels: one of the shield meets the twig after %d pixels",
    "pixels : l’un du bouclier touche la branche après %d pixels" },
  { "a circle for each: it stops after %.1f", "un cercle chacun : il s’arrête après %.1f" },
  { "a circle for each: it passes", "un cercle chacun : il passe" },
  { "frame %d: %u pixels in the stone", "image %d : %u pixels dans la pierre" },
  { "nothing moved: the next picture puts a foot into the stone; the body's box is the same in both",
    "rien n’a bougé : le dessin suivant met un pied dans la pierre ; la boîte du corps est la même" },
  { "out of the stone by %d pixels, and %u pixels into the wall: where now?",
    "sorti de la pierre de %d pixels, et %u pixels dans le mur : où aller ?" },
  { "start", "départ" },
  { "first touch", "premier contact" },
  { "wanted", "voulu" },
  { "gliding along a face hits nothing", "glisser le long d’une face ne touche rien" },
  { "the whole circle moves: faces, ends and corners stop it",
    "le cercle entier avance : faces, bouts et coins l’arrêtent" },
  { "stops what comes from the left of a to b, lets the other way pass",
    "arrête ce qui vient de la gauche de a vers b, laisse passer l’autre sens" },
  { "what lands is stopped; what jumps through, or is in it at the start, is not",
    "ce qui se pose est arrêté ; ce qui saute à travers, ou y est au départ, ne l’est pas" },
  { "stop a skin before the wall, slide on with the rest",
    "s’arrêter une peau avant le mur, glisser du reste" },
  { "crimson: the band of the circles' radius; their middles are in it where they touch",
    "cramoisi : la bande du rayon des cercles ; leur centre y est là où ils touchent" },
  { "above: the first touch; right: sliding; left: bouncing",
    "en haut : le premier contact ; à droite : glisser ; à gauche : rebondir" },
  { "lap %d", "tour %d" },
  { "gates in order, each crossed from its left; the start line begins a lap",
    "portes dans l’ordre, chacune franchie de sa gauche ; la ligne de départ ouvre un tour" },
};

static bool is_french = false;

void
easel_speak_french (void)
{
  is_french = true;
}

/* Numbers, letters and functions are said alike in every language. */
static bool
has_words (const char *text)
{
  if (strncmp (text, "kbx_", 4) == 0 && strchr (text, ':') == NULL)
    return false;
  for (const char *c = text; *c; c++)
    if (isalpha ((unsigned char) c[0]) && isalpha ((unsigned char) c[1]))
      return true;
  return false;
}

const char *
easel_word (const char *english)
{
  for (size_t i = 0; is_french && i < sizeof texts / sizeof texts[0]; i++)
    if (strcmp (texts[i].english, english) == 0)
      return texts[i].french;
  if (!is_french || !has_words (english))
    return english;
  fprintf (stderr, "docs/pictures/french.c lacks: %s\n", english);
  exit (1);
}
