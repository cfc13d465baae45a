// SPDX-License-Identifier: MIT
// What a C# program relies on. Prints what is wrong, and "all is well" at the end.
using System;
using Kickbox;

internal static class Program
{
    private static void Expect(bool right, string what)
    {
        if (!right)
            Console.WriteLine("wrong: " + what);
    }

    private static void Throws<T>(Action action, string what) where T : Exception
    {
        try
        {
            action();
        }
        catch (T)
        {
            return;
        }
        Console.WriteLine("not thrown: " + what);
    }

    private static void Handles(string path)
    {
        Handle fakir;
        using (Bank bank = Bank.Open(path))
        {
            fakir = bank.Find(Kind.Sprite, "fakir");
            Handle kick = fakir.Find(Kind.Animation, "kick");
            Expect(kick.Exists && kick.Parent.Name == "fakir", "the parent of an animation");
            Expect(!fakir.Find(Kind.Animation, "none").Exists, "an unknown animation");
            Expect(fakir.Value("none") == null, "an unknown value");
            Handle frame = fakir.Item(Kind.Frame, 0);
            Shape everything = Kb.ShapeBox(new Box(-99, -99, 99, 99));
            Thing[] all = Kb.FrameTouching(frame, Kb.At(0, 0), everything);
            Expect(all.Length == frame.Count(Kind.Shape), "all shapes of a frame");
            for (uint i = 0; i < all.Length; i++)
                Expect(all[i].Index == i && all[i].Hit, "a shape in a list");
        }
        Throws<ObjectDisposedException>(() => Kb.Name(fakir), "a handle of a closed bank");
        Throws<KickboxException>(() => new Bank(new byte[100]), "a file that is no bank");
    }

    private static void Reload(string path, string other, string damaged)
    {
        using (Bank bank = Bank.Open(path))
        {
            var handles = new[] { bank.Find(Kind.Sprite, "boxer") };
            bank.Reload(path, handles);
            Expect(handles[0].Name == "boxer", "a handle after a reload");
            byte[] bytes = System.IO.File.ReadAllBytes(path);
            bytes[bytes.Length / 2] ^= 1;
            System.IO.File.WriteAllBytes(damaged, bytes);
            Throws<KickboxException>(() => bank.Reload(damaged, handles), "a damaged bank");
            Expect(handles[0].Name == "boxer", "a handle after a failed reload");
            bank.Reload(other, handles);
            Expect(!handles[0].Exists, "a removed sprite");
            Expect(bank.Find(Kind.Sprite, "runner").Exists, "a sprite of the new bank");
        }
    }

    private static void Walls()
    {
        var wall = new Wall { Segment = new Segment(new Vec(90, 0), new Vec(90, 100)) };
        using (var walls = new Pinned<Wall>(wall))
        {
            var plan = new WallsPlan { Walls = walls.Address, WallCount = 1 };
            using (var bytes = new Pinned<byte>(Kb.WallsPack(plan)))
            {
                Handle level = Kb.OpenPacked(Kind.Walls, bytes);
                Hit hit = Kb.LevelCast(level, Kb.ShapeCircle(new Vec(45, 50), 5), new Vec(100, 0));
                Expect(hit.IsHit && hit.Index == 0 && hit.Normal.X == -1, "a wall that was packed");
                Hit[] touches;
                Move move = Kb.LevelMove(level, Kb.ShapePoint(new Vec(45, 50)), new Vec(90, 0),
                                         new Motion { Manner = Manner.Slide }, out touches);
                Expect(move.Hit && touches.Length == 1, "the touches of a move");
            }
        }
    }

    private static void Ground()
    {
        using (var points = new Pinned<GroundPoint>(new GroundPoint { X = 0, Y = 10 },
                                                    new GroundPoint { X = 50, Y = 20 },
                                                    new GroundPoint { X = 90, Y = 10 }))
        {
            var plan = new GroundPlan { Points = points.Address, Count = 3 };
            using (var bytes = new Pinned<byte>(Kb.GroundPack(plan)))
                Expect(Kb.GroundAt(Kb.OpenPacked(Kind.Ground, bytes), 50).Y == 20, "a ground");
        }
    }

    private static void Bodies()
    {
        var ball = new Body { Velocity = new Vec(0, 5), InverseMass = 1, Restitution = 1 };
        var floor = new Body { Restitution = 1 };
        Manifold manifold = Kb.Collide(Kb.ShapeCircle(new Vec(0, 0), 2),
                                       Kb.ShapeRect(new Vec(-9, 1), new Vec(9, 5)));
        Kb.Resolve(ref ball, ref floor, manifold);
        Expect(manifold.Hit && ball.Velocity.Y < 0, "a ball that bounces");
        using (var corners = new Pinned<Vec>(new Vec(0, 0), new Vec(4, 0), new Vec(4, 4)))
            Expect(Kb.Contains(Kb.ShapeConvex(corners), new Vec(3, 1)), "a point in a triangle");
    }

    /// <summary>A list that is longer than the room, and then a short one in the same room.</summary>
    private static void Lists()
    {
        var boxes = new Box[1000];
        for (int i = 0; i < boxes.Length; i++)
            boxes[i] = new Box(i, 0, i + 1, 1);
        uint[] all = Kb.BoxesTouching(new Box(0, 0, 1000, 1), boxes);
        Expect(all.Length == 1000 && all[0] == 0 && all[999] == 999, "a long list");
        uint[] one = Kb.BoxesTouching(new Box(7, 0, 8, 1), boxes);
        Expect(one.Length == 1 && one[0] == 7 && all[0] == 0, "a short list after it");
        Expect(Kb.BoxesTouching(new Box(7, 0, 8, 1), new Box[0]).Length == 0, "an empty list");
        var bounds = new[] { new Rect(new Vec(0, 0), new Vec(2, 2)), new Rect(new Vec(1, 1), new Vec(3, 3)) };
        Expect(Kb.Pairs(bounds, new uint[2]).Length == 1, "a pair");
        Throws<ArgumentException>(() => Kb.Pairs(bounds, new uint[1]), "an order that is too short");
    }

    private static void Main(string[] arguments)
    {
        Lists();
        Handles(arguments[0]);
        Reload(arguments[0], arguments[1], arguments[0] + ".damaged");
        Walls();
        Ground();
        Bodies();
        Console.WriteLine("all is well");
    }
}
