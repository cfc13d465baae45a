/* SPDX-License-Identifier: MIT */
/* The arithmetic that closed shapes are decided with, against 128-bit integers: products of whole numbers up to 2^53
 * that differ by a little, by one, or not at all. */
#include "runtime/exact.h"
#include "runtime/moves/rays.h"
#include "support/seed.h"

static int64_t
whole (int most)
{
  uint64_t v = (uint64_t) (uint32_t) g_test_rand_int () << 32 | (uint32_t) g_test_rand_int ();
  return (int64_t) (v >> (64 - g_test_rand_int_range (1, most + 1))) + 1;
}

static void
check (int64_t a, int64_t b, int64_t c, int64_t d)
{
  __int128 exact = (__int128) a * b - (__int128) c * d;
  double difference = kbx_product_difference ((double) a, (double) b, (double) c, (double) d);

  g_assert_cmpint (kbx_compare_products ((double) a, (double) b, (double) c, (double) d), ==, (exact > 0) - (exact < 0));
  g_assert_cmpint (kbx_compare_products ((double) -a, (double) b, (double) c, (double) -d), ==, (exact < 0) - (exact > 0));
  g_assert_cmpfloat (fabs (difference - (double) exact), <=, fabs ((double) exact) * 4.5e-16);
}

static void
products (void)
{
  for (int i = 0; kit_goes_on (i, 400000); i++)
    {
      int64_t a = whole (52), b = whole (52), c = whole (52), d = whole (52);
      check (a, b, c, d);
      check (a, b, b, a);
      check (a, a + 2, a + 1, a + 1);
      check (a, b, a + 1, b);
      check (a, b, a + 1, b > 1 ? b - 1 : 1);
      if (b < a && c < (INT64_C (1) << 52) / a) /* a * b as another product, or one more */
        {
          check (a * c, b, a, b * c < (INT64_C (1) << 53) ? b * c : b);
          check (a * c + 1, b, a, b * c < (INT64_C (1) << 53) ? b * c : b);
        }
    }
}

/* Neighbours in Stern and Brocot's tree: fractions p / q that are as near to each other as can be, so that the products
 * across differ by one. */
static void
neighbours (void)
{
  for (int i = 0; kit_goes_on (i, 20000); i++)
    {
      int64_t p = 0, q = 1, r = 1, s = 1;
      while (q + s < INT64_C (1) << 53)
        {
          int64_t m = p + r, n = q + s;
          check (p, s, q, r);
          check (m, q, n, p);
          if (g_test_rand_bit ())
            p = m, q = n;
          else
            r = m, s = n;
        }
    }
}

static void
errors (void)
{
  for (int i = 0; kit_goes_on (i, 400000); i++)
    {
      int64_t a = whole (53) - 1, b = whole (53) - 1;
      double product = (double) a * (double) b, error = kbx_product_error ((double) a, (double) b, product);
      g_assert_true ((__int128) product + (__int128) error == (__int128) a * b);
    }
}

KIT_PROGRAM (exact)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/exact/products", products);
  g_test_add_func ("/exact/neighbours", neighbours);
  g_test_add_func ("/exact/errors", errors);
  return g_test_run ();
}
