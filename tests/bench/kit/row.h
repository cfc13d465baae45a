/* SPDX-License-Identifier: MIT */
/* Rows of a table of timings: several contenders answer the same questions, in turns. */
#ifndef KB_BENCH_KIT_ROW_H
#define KB_BENCH_KIT_ROW_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

/* Questions are drawn in blocks, which fit into the caches with what the peers make of them. */
const int BLOCK = 1024;

enum Role { OURS, PEER, PLAIN };

inline double
now ()
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

class Row
{
public:
  /* `things` is how many things one answer is about. */
  Row (const char *text, int n = BLOCK, int things = 1) : title (text), questions (n), per (things) {}

  std::function<void ()> draw;         /* the questions of a block, in every contender's form; not timed */
  std::function<void ()> clear;        /* what draw took */
  const char *counts = nullptr;        /* what the answers count, of which so many a second are shown */
  std::function<bool (int)> touching;  /* is question i so near to touching that answers may differ? */

  /* `answer (i)` answers question i. The first is ours. */
  template <class Answer> void
  add (const char *name, Role role, Answer answer)
  {
    int n = questions;
    Contender c = { name, role, {}, 0, 0, [answer, n] (uint32_t *out) {
      double start = now ();
      for (int i = 0; i < n; i++)
        out[i] = answer (i);
      return now () - start;
    } };
    contenders.push_back (c);
  }

  void
  run (int blocks)
  {
    size_t count = contenders.size ();
    std::vector<std::vector<uint32_t>> out (count, std::vector<uint32_t> (questions));
    long yes = 0;

    for (int block = 0; block <= blocks; block++)
      {
        draw ();
        for (size_t k = 0; k < count; k++)
          {
            size_t c = (k + (size_t) block) % count;
            double ns = contenders[c].timed (out[c].data ());
            if (block > 0) /* the first one warms up */
              contenders[c].ns.push_back (ns / questions / per);
          }
        for (int i = 0; i < questions; i++)
          {
            yes += out[0][i];
            for (size_t c = 1; c < count; c++)
              if (out[c][i] != out[0][i])
                (touching && touching (i) ? contenders[c].touching : contenders[c].differ)++;
          }
        if (clear)
          clear ();
      }
    print (blocks + 1, (double) yes / questions / per / (blocks + 1));
  }

private:
  struct Contender {
    std::string name;
    Role role;
    std::vector<double> ns;
    long touching, differ;
    std::function<double (uint32_t *)> timed;
  };

  static double percent (const std::vector<double> &sorted, int p) { return sorted[(sorted.size () - 1) * (size_t) p / 100]; }

  void
  print (int blocks, double yes)
  {
    const Contender *best[3] = { nullptr, nullptr, nullptr };
    for (Contender &c : contenders)
      {
        std::sort (c.ns.begin (), c.ns.end ());
        if (!best[c.role] || percent (c.ns, 50) < percent (best[c.role]->ns, 50))
          best[c.role] = &c;
      }
    double own = percent (best[OURS]->ns, 50);
    printf (counts ? "%s: %.2f %s each;" : "%s: %.0f%% yes;", title, counts ? yes : 100 * yes, counts);
    for (int role = PEER; role <= PLAIN; role++)
      if (best[role])
        printf (" %.1f times as fast as %s%s", percent (best[role]->ns, 50) / own, best[role]->name.c_str (),
                role == PEER && best[PLAIN] ? "," : "");
    printf ("\n");
    for (const Contender &c : contenders)
      {
        printf ("  %-34s %8.2f ns  (%.2f to %.2f)", c.name.c_str (), percent (c.ns, 50), percent (c.ns, 10), percent (c.ns, 90));
        if (counts)
          printf ("  %.1f million %s/s", 1e3 * yes / percent (c.ns, 50), counts);
        if (c.role != OURS)
          printf ("  %ld of %ld answers differ, and %ld around touching", c.differ, (long) questions * blocks, c.touching);
        printf ("\n");
      }
    fflush (stdout);
  }

  const char *title;
  int questions, per;
  std::vector<Contender> contenders;
};

/* What was asked for: how many blocks, and of which rows. */
inline int blocks = 1000;
inline const char *only = "";

inline void
run (Row &row, const char *title)
{
  if (strstr (title, only))
    row.run (blocks);
}

#endif
