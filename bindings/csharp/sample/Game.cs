// SPDX-License-Identifier: MIT
// A fight and a platform level in a window of SDL 2. Takes a new export while it runs.
//
//   mono Game.exe dojo.kbx yard.kbx [FRAMES [PICTURE.ppm]]
//
// Tab: the other scene. F1: shapes. F kicks, K punches; A, D and the arrows walk; space jumps.
using System;
using System.IO;
using System.Runtime.InteropServices;
using Kickbox;

/// <summary>The few functions of SDL 2 that the game needs.</summary>
internal static class Sdl
{
    private const string Library = "SDL2";
    public const uint Rgba32 = 376840196, Software = 1, Quit = 0x100, KeyDown = 0x300;
    public const int Video = 0x20, Centred = 0x2fff0000;

    [StructLayout(LayoutKind.Sequential)]
    public struct Rect { public int X, Y, W, H; }

    /// <summary>The start of a key's event, and room for all others.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 128)]
    public struct Event
    {
        [FieldOffset(0)] public uint Type;
        [FieldOffset(16)] public int Scancode;
    }

    [DllImport(Library)] public static extern int SDL_Init(uint flags);
    [DllImport(Library)] public static extern void SDL_Quit();
    [DllImport(Library)] public static extern IntPtr SDL_CreateWindow(string title, int x, int y, int w, int h, uint flags);
    [DllImport(Library)] public static extern IntPtr SDL_CreateRenderer(IntPtr window, int index, uint flags);
    [DllImport(Library)] public static extern int SDL_RenderSetLogicalSize(IntPtr renderer, int w, int h);
    [DllImport(Library)] public static extern IntPtr SDL_CreateTexture(IntPtr renderer, uint format, int access, int w, int h);
    [DllImport(Library)] public static extern int SDL_UpdateTexture(IntPtr texture, IntPtr rect, IntPtr pixels, int pitch);
    [DllImport(Library)] public static extern int SDL_SetTextureBlendMode(IntPtr texture, int mode);
    [DllImport(Library)] public static extern void SDL_DestroyTexture(IntPtr texture);
    [DllImport(Library)] public static extern int SDL_RenderCopyEx(IntPtr renderer, IntPtr texture, ref Rect source, ref Rect target, double angle, IntPtr centre, int flip);
    [DllImport(Library)] public static extern int SDL_SetRenderDrawColor(IntPtr renderer, byte r, byte g, byte b, byte a);
    [DllImport(Library)] public static extern int SDL_RenderDrawRect(IntPtr renderer, ref Rect rect);
    [DllImport(Library)] public static extern int SDL_RenderFillRect(IntPtr renderer, ref Rect rect);
    [DllImport(Library)] public static extern int SDL_RenderDrawLine(IntPtr renderer, int x1, int y1, int x2, int y2);
    [DllImport(Library)] public static extern void SDL_RenderPresent(IntPtr renderer);
    [DllImport(Library)] public static extern int SDL_RenderReadPixels(IntPtr renderer, IntPtr rect, uint format, byte[] pixels, int pitch);
    [DllImport(Library)] public static extern int SDL_PollEvent(out Event what);
    [DllImport(Library)] public static extern IntPtr SDL_GetKeyboardState(IntPtr count);
    [DllImport(Library)] public static extern uint SDL_GetTicks();
    [DllImport(Library)] public static extern void SDL_Delay(uint ms);
    [DllImport(Library)] public static extern IntPtr SDL_GetError();
}

internal static class Keys
{
    public const int A = 4, D = 7, F = 9, K = 14, Escape = 41, Tab = 43, Space = 44, F1 = 58, Right = 79, Left = 80;

    public static int Held(int scancode) { return Marshal.ReadByte(Sdl.SDL_GetKeyboardState(IntPtr.Zero), scancode); }
}

/// <summary>A bank with its pages as textures. They are raw pixels in banks exported with
/// --images rgba.</summary>
internal sealed class Art
{
    public readonly Bank Bank;
    private readonly string path;
    private readonly IntPtr renderer;
    private IntPtr[] pages = new IntPtr[0];
    private DateTime date;

    public Art(string path, IntPtr renderer)
    {
        this.path = path;
        this.renderer = renderer;
        date = File.GetLastWriteTimeUtc(path);
        Bank = Bank.Open(path);
        MakeTextures();
    }

    private void MakeTextures()
    {
        foreach (IntPtr old in pages)
            if (old != IntPtr.Zero)
                Sdl.SDL_DestroyTexture(old);
        pages = new IntPtr[Bank.Count(Kind.Page)];
        for (uint i = 0; i < pages.Length; i++)
        {
            About page = Bank.Item(Kind.Page, i).Info;
            if (page.Encoding != PageEncoding.Rgba8)
                continue;
            pages[i] = Sdl.SDL_CreateTexture(renderer, Sdl.Rgba32, 0, (int)page.Size.W, (int)page.Size.H);
            Sdl.SDL_UpdateTexture(pages[i], IntPtr.Zero, page.Data, (int)page.Size.W * 4);
            Sdl.SDL_SetTextureBlendMode(pages[i], 1);
        }
    }

    /// <summary>The live link: between two frames, with all handles that the scene keeps.</summary>
    public void TakeNew(Handle[] handles)
    {
        DateTime now = File.GetLastWriteTimeUtc(path);
        if (now == date)
            return;
        date = now;
        try
        {
            Bank.Reload(path, handles);
            MakeTextures();
            Console.WriteLine("took the new " + path);
        }
        catch (KickboxException wrong)
        {
            Console.WriteLine("kept the old " + path + ": " + wrong.Message);
        }
    }

    private static Sdl.Rect RectOf(Box box)
    {
        return new Sdl.Rect { X = box.X0, Y = box.Y0, W = box.X1 - box.X0, H = box.Y1 - box.Y0 };
    }

    public void Draw(Handle frame, Place place)
    {
        Picture picture = Kb.FramePicture(frame, place);
        Sdl.Rect source = RectOf(picture.Source), target = RectOf(picture.Target);
        int flip = (picture.FlipX ? 1 : 0) | (picture.FlipY ? 2 : 0);
        if (picture.Found && pages[picture.Page] != IntPtr.Zero)
            Sdl.SDL_RenderCopyEx(renderer, pages[picture.Page], ref source, ref target, 0, IntPtr.Zero, flip);
    }

    public void DrawShapes(Handle frame, Place place)
    {
        for (uint i = 0; i < frame.Count(Kind.Shape); i++)
        {
            PlacedShape shape = Kb.FrameShape(frame, place, i);
            Sdl.Rect rect = RectOf(shape.Bounds);
            uint rgba = Bank.Item(Kind.Class, shape.ClassIndex).Info.Colour;
            Sdl.SDL_SetRenderDrawColor(renderer, (byte)(rgba >> 24), (byte)(rgba >> 16), (byte)(rgba >> 8), 255);
            Sdl.SDL_RenderDrawRect(renderer, ref rect);
        }
    }
}

internal sealed class Fighter
{
    private readonly Handle[] animations;      // idle, blow
    private readonly string action;
    private readonly bool flipped;
    private bool landed;
    private long since = -1;                   // the start of the blow
    public double X;

    public Fighter(Bank bank, string sprite, string blow, string action, double x, bool flipped)
    {
        Handle of = bank.Find(Kind.Sprite, sprite);
        animations = new[] { of.Find(Kind.Animation, "idle"), of.Find(Kind.Animation, blow) };
        this.action = action;
        this.flipped = flipped;
        X = x;
    }

    public Handle[] Handles { get { return animations; } }
    public bool Strikes { get { return since >= 0; } }

    public void Strike(long now)
    {
        if (Strikes)
            return;
        since = now;
        landed = false;
    }

    public Handle Pose(long now, out Place place)
    {
        if (Strikes && now - since >= animations[1].Info.DurationMs)
            since = -1;
        place = Kb.AtFlipped(X, Game.Floor, flipped, false);
        return Strikes ? Kb.AnimationAt(animations[1], now - since).Frame : Kb.AnimationAt(animations[0], now).Frame;
    }

    public void Hit(Fighter other, Bank bank, long now)
    {
        Place place, there;
        Handle frame = Pose(now, out place), target = other.Pose(now, out there);
        Hit hit = Kb.Strike(frame, place, action, target, there);
        if (!Strikes || landed || !hit.IsHit)
            return;
        landed = true;
        Console.WriteLine("the " + action + " hits the " + bank.ClassName(hit.ClassIndex));
    }
}

internal sealed class Hero
{
    public readonly Handle[] Handles;          // the level, the runner
    private Vec foot = new Vec(-56, 160), rest;
    private float speed;
    private bool standing, left, running;

    public Hero(Bank bank)
    {
        Handles = new[] { bank.Find(Kind.Level, "yard"), bank.Find(Kind.Sprite, "runner") };
    }

    public void Run()
    {
        float way = 2.5f * (Keys.Held(Keys.Right) - Keys.Held(Keys.Left));
        running = way != 0;
        left = way < 0 || (left && way == 0);
        speed = Math.Min(speed + 0.35f, 8);
        if (Keys.Held(Keys.Space) != 0 && standing)
            speed = -6;
        Shape body = Kb.ShapeRect(new Vec(foot.X - 6, foot.Y - 24), new Vec(foot.X + 6, foot.Y));
        Motion walk = new Motion { Manner = Manner.Walk, StepUp = 6, StepDown = standing && speed >= 0 ? 6 : 0, Rest = rest };
        Hit[] touches;
        Move moved = Kb.LevelMove(Handles[0], body, new Vec(way, speed), walk, out touches);
        foot = new Vec(foot.X + moved.Moved.X, foot.Y + moved.Moved.Y);
        rest = moved.Rest;
        standing = moved.OnFloor;
        if (moved.OnFloor || moved.OnCeiling)
            speed = 0;
    }

    public void Draw(Art art, IntPtr renderer, long now, bool shapes)
    {
        float x = (float)Math.Floor(foot.X) - Game.Width / 2, y = (float)Math.Floor(foot.Y) - 120;
        Rect view = new Rect(new Vec(x, y), new Vec(x + Game.Width, y + Game.Height));
        for (uint i = 0; i < Handles[0].Count(Kind.Tiles); i++)
        {
            Handle tiles = Handles[0].Item(Kind.Tiles, i);
            foreach (Point cell in Kb.TilesVisible(tiles, view))
            {
                Handle frame = Kb.TileFrame(tiles, Kb.TilesTile(tiles, cell));
                About about = frame.Info;
                Point corner = Kb.TilesPictureAt(tiles, cell, about.Size);
                art.Draw(frame, Kb.At(corner.X + about.HotSpot.X - x, corner.Y + about.HotSpot.Y - y));
            }
        }
        Sdl.SDL_SetRenderDrawColor(renderer, 96, 128, 72, 255);
        for (uint i = 0; i < Handles[0].Count(Kind.Ground); i++)
            for (int column = 0; column < Game.Width; column++)
            {
                GroundPlace ground = Kb.GroundAt(Handles[0].Item(Kind.Ground, i), x + column);
                if (ground.Found)
                    Sdl.SDL_RenderDrawLine(renderer, column, (int)(ground.Y - y), column, Game.Height);
            }
        Handle animation = Handles[1].Find(Kind.Animation, running ? "run" : "idle");
        if (!animation.Exists)
            animation = Handles[1].Item(Kind.Animation, 0);
        Handle shown = Kb.AnimationAt(animation, now).Frame;
        Place place = Kb.AtFlipped(foot.X - x, foot.Y - y, left, false);
        art.Draw(shown, place);
        if (shapes)
            art.DrawShapes(shown, place);
    }
}

internal static class Game
{
    public const int Width = 320, Height = 180, Floor = 150;
    private const int Scale = 3;

    private static void Fill(IntPtr renderer, byte r, byte g, byte b, int y, int h)
    {
        Sdl.Rect rect = new Sdl.Rect { X = 0, Y = y, W = Width, H = h };
        Sdl.SDL_SetRenderDrawColor(renderer, r, g, b, 255);
        Sdl.SDL_RenderFillRect(renderer, ref rect);
    }

    private static void KeepPicture(IntPtr renderer, string path)
    {
        byte[] rgba = new byte[Width * Scale * Height * Scale * 4];
        Sdl.SDL_RenderReadPixels(renderer, IntPtr.Zero, Sdl.Rgba32, rgba, Width * Scale * 4);
        using (BinaryWriter to = new BinaryWriter(File.Create(path)))
        {
            to.Write(System.Text.Encoding.ASCII.GetBytes("P6 " + Width * Scale + " " + Height * Scale + " 255\n"));
            for (int i = 0; i < rgba.Length; i += 4)
                to.Write(rgba, i, 3);
        }
    }

    private static int Main(string[] arguments)
    {
        if (arguments.Length < 2)
        {
            Console.Error.WriteLine("usage: Game.exe DOJO.kbx YARD.kbx [FRAMES [PICTURE.ppm]]");
            return 2;
        }
        int frames = arguments.Length > 2 ? int.Parse(arguments[2]) : 0;
        if (Sdl.SDL_Init(Sdl.Video) != 0)
        {
            Console.Error.WriteLine(Marshal.PtrToStringAnsi(Sdl.SDL_GetError()));
            return 3;
        }
        IntPtr window = Sdl.SDL_CreateWindow("Kickbox with C#", Sdl.Centred, Sdl.Centred, Width * Scale, Height * Scale, 0);
        IntPtr renderer = Sdl.SDL_CreateRenderer(window, -1, frames > 0 ? Sdl.Software : 0u);
        Sdl.SDL_RenderSetLogicalSize(renderer, Width, Height);
        try
        {
            Play(renderer, new Art(arguments[0], renderer), new Art(arguments[1], renderer), frames,
                 arguments.Length > 3 ? arguments[3] : null);
        }
        catch (KickboxException wrong)
        {
            Console.Error.WriteLine(wrong.Message);
            return 1;
        }
        Sdl.SDL_Quit();
        return 0;
    }

    private static void Play(IntPtr renderer, Art dojo, Art yard, int frames, string picture)
    {
        Fighter left = new Fighter(dojo.Bank, "fakir", "kick", "foot", 130, false),
                right = new Fighter(dojo.Bank, "boxer", "punch", "fist", 176, true);
        Hero hero = new Hero(yard.Bank);
        bool shapes = false, level = false, playing = true;
        Console.WriteLine("playing");
        for (int frame = 0; playing && (frames == 0 || frame < frames); frame++)
        {
            // With a number of frames, time goes by frames: the picture is always the same.
            long now = frames > 0 ? frame * 16L : Sdl.SDL_GetTicks();
            Sdl.Event what;
            while (Sdl.SDL_PollEvent(out what) != 0)
            {
                int key = what.Type == Sdl.KeyDown ? what.Scancode : 0;
                playing &= what.Type != Sdl.Quit && key != Keys.Escape;
                shapes ^= key == Keys.F1;
                level ^= key == Keys.Tab;
                if (key == Keys.F)
                    left.Strike(now);
                if (key == Keys.K)
                    right.Strike(now);
            }
            Handle[] kept = { left.Handles[0], left.Handles[1], right.Handles[0], right.Handles[1] };
            dojo.TakeNew(kept);
            Array.Copy(kept, 0, left.Handles, 0, 2);
            Array.Copy(kept, 2, right.Handles, 0, 2);
            yard.TakeNew(hero.Handles);
            if (level)
            {
                Fill(renderer, 150, 190, 216, 0, Height);
                hero.Run();
                hero.Draw(yard, renderer, now, shapes);
            }
            else
            {
                left.X += left.Strikes ? 0 : 1.5 * (Keys.Held(Keys.D) - Keys.Held(Keys.A));
                right.X += right.Strikes ? 0 : 1.5 * (Keys.Held(Keys.Right) - Keys.Held(Keys.Left));
                left.Hit(right, dojo.Bank, now);
                right.Hit(left, dojo.Bank, now);
                Fill(renderer, 232, 226, 214, 0, Floor);
                Fill(renderer, 122, 92, 70, Floor, Height - Floor);
                foreach (Fighter fighter in new[] { left, right })
                {
                    Place place;
                    Handle pose = fighter.Pose(now, out place);
                    dojo.Draw(pose, place);
                    if (shapes)
                        dojo.DrawShapes(pose, place);
                }
            }
            if (picture != null && frame == frames - 1)
                KeepPicture(renderer, picture);
            Sdl.SDL_RenderPresent(renderer);
            Sdl.SDL_Delay(16);
        }
    }
}
