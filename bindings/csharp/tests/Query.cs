// SPDX-License-Identifier: MIT
// `kickbox query` by way of the C# binding: questions from standard input, answers to standard
// output, the same bytes. A test of the binding, and an example of most of it.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using Kickbox;

/// <summary>JSON as lists, dictionaries in order, strings, doubles, bools and null.</summary>
internal sealed class Json
{
    private readonly string text;
    private int at;

    private Json(string text) { this.text = text; }

    public static Dictionary<string, object> Read(string text)
    {
        return (Dictionary<string, object>)new Json(text).Value();
    }

    private char Next()
    {
        while (text[at] == ' ' || text[at] == ',' || text[at] == ':')
            at++;
        return text[at];
    }

    private object Value()
    {
        switch (Next())
        {
            case '{':
                var fields = new Dictionary<string, object>();
                for (at++; Next() != '}';)
                {
                    string key = (string)Value();
                    fields[key] = Value();
                }
                at++;
                return fields;
            case '[':
                var items = new List<object>();
                for (at++; Next() != ']';)
                    items.Add(Value());
                at++;
                return items;
            case '"':
                int end = text.IndexOf('"', at + 1);
                string found = text.Substring(at + 1, end - at - 1);
                at = end + 1;
                return found;
            default:
                int start = at;
                while (at < text.Length && "-+.eE0123456789".IndexOf(text[at]) >= 0)
                    at++;
                return double.Parse(text.Substring(start, at - start),
                                    CultureInfo.InvariantCulture);
        }
    }

    public static string Write(object value, int digits)
    {
        if (value == null)
            return "null";
        if (value is bool)
            return (bool)value ? "true" : "false";
        if (value is float)
            return Real((float)value, digits);
        if (value is string)
            return "\"" + ((string)value).Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"";
        if (value is Fields)
            return "{" + string.Join(",", ((Fields)value).Select(
                field => "\"" + field.Key + "\":" + Write(field.Value, digits))) + "}";
        if (value is Array)
            return "[" + string.Join(",", ((Array)value).Cast<object>().Select(
                item => Write(item, digits))) + "]";
        return Convert.ToString(value, CultureInfo.InvariantCulture);
    }

    /// <summary>As printf's %g, with a point.</summary>
    private static string Real(float number, int digits)
    {
        if (number == 0)
            return 1 / number < 0 ? "-0.0" : "0.0";
        string[] parts = ((double)number).ToString("E" + (digits - 1),
                                                   CultureInfo.InvariantCulture).Split('E');
        int exponent = int.Parse(parts[1], CultureInfo.InvariantCulture);
        string sign = parts[0][0] == '-' ? "-" : "";
        string all = EvenOfTwo(number, digits) ?? parts[0].Replace("-", "").Replace(".", "");
        all = all.TrimEnd('0');
        if (exponent < -4 || exponent >= digits)
            return sign + all[0] + "." + (all.Length > 1 ? all.Substring(1) : "0") + "e" + exponent;
        if (exponent < 0)
            return sign + "0." + new string('0', -exponent - 1) + all;
        all = all.PadRight(exponent + 2, '0');
        return sign + all.Substring(0, exponent + 1) + "." + all.Substring(exponent + 1);
    }

    /// <summary>The digits of a number halfway between two of so many digits, where .NET takes the
    /// larger and C the even one; else null.</summary>
    private static string EvenOfTwo(float number, int digits)
    {
        int bits = BitConverter.ToInt32(BitConverter.GetBytes(number), 0);
        decimal exact = (bits & 0x7fffff) | 0x800000;
        for (int power = (bits >> 23 & 255) - 150; power < 0; power++)
            exact /= 2;
        string all = exact.ToString(CultureInfo.InvariantCulture).Replace(".", "").TrimStart('0')
                          .TrimEnd('0');
        bool down = all.Length == digits + 1 && all[digits] == '5'
                    && (all[digits - 1] - '0') % 2 == 0;
        return down ? all.Substring(0, digits) : null;
    }
}

internal sealed class Fields : List<KeyValuePair<string, object>>
{
    public void Add(string key, object value) { Add(new KeyValuePair<string, object>(key, value)); }
}

internal sealed class Questions
{
    private static readonly string[] TileKinds = {
        "not solid", "full", "one-way left", "one-way right", "one-way top", "one-way bottom",
        "heights left", "heights right", "heights top", "heights bottom" };

    private struct Pose { public Handle Frame; public Place Place; }

    private readonly Bank bank;
    private Dictionary<string, object> line;

    public Questions(Bank bank) { this.bank = bank; }

    public object Ask(Dictionary<string, object> question)
    {
        line = question;
        switch ((string)line["q"])
        {
            case "point": return Point();
            case "action": return Action();
            case "strike": return Strike();
            case "shapes": return Shapes();
            case "pixels": return Pixels();
            case "zone": return ZoneAt();
            case "clearance": return Clearance();
            case "trace": return Trace();
            case "slide": return Slide();
            case "locate": return Locate();
            case "tiles": return Tiles();
            case "ground": return Ground();
            case "height": return Height();
        }
        throw new ArgumentException((string)line["q"]);
    }

    private bool Has(string key) { return line.ContainsKey(key); }
    private string Word(string key) { return (string)line[key]; }

    private static double[] Numbers(object list)
    {
        return ((List<object>)list).Cast<double>().ToArray();
    }

    private static Vec VecOf(object list)
    {
        double[] n = Numbers(list);
        return new Vec((float)n[0], (float)n[1]);
    }

    private static Point PointOf(object list)
    {
        double[] n = Numbers(list);
        return new Point((int)n[0], (int)n[1]);
    }

    private static Box BoxOf(object list)
    {
        int[] n = Numbers(list).Select(x => (int)x).ToArray();
        return new Box(n[0], n[1], n[0] + n[2], n[1] + n[3]);
    }

    private static object Pair(Vec v) { return new[] { v.X, v.Y }; }
    private static object Pair(Point p) { return new[] { p.X, p.Y }; }
    private static object Named(Handle handle) { return handle.Exists ? handle.Name : null; }
    private static object Index(uint i) { return i == Constants.None ? null : (object)i; }
    private static float OnGrid(double x) { return (float)(Math.Floor(x * 256 + 0.5) / 256); }

    private Pose PoseOf(string key)
    {
        var pose = (Dictionary<string, object>)line[key];
        double[] at = Numbers(pose["at"]);
        string flip = (string)pose["flip"];
        return new Pose {
            Frame = bank.Find(Kind.Sprite, (string)pose["sprite"])
                        .Item(Kind.Frame, (uint)(double)pose["frame"]),
            Place = Kb.AtFlipped(at[0], at[1], flip.Contains("x"), flip.Contains("y")) };
    }

    private ulong Classes(string key = "classes")
    {
        return Has(key) ? bank.Classes(((List<object>)line[key]).Cast<string>().ToArray())
                        : Constants.AllClasses;
    }

    private object ShapeAnswer(uint index, uint classIndex)
    {
        if (index == Constants.None)
            return new Fields { { "hit", false } };
        return new Fields { { "hit", true }, { "shape", index },
                            { "class", bank.ClassName(classIndex) } };
    }

    private object Point()
    {
        Pose pose = PoseOf("pose");
        Thing hit;
        if (Has("p"))
            hit = Kb.FrameAt(pose.Frame, pose.Place, PointOf(line["p"]), Classes());
        else
        {
            Shape shape;
            if (Has("box"))
                shape = Kb.ShapeBox(BoxOf(line["box"]));
            else
            {
                var circle = (Dictionary<string, object>)line["circle"];
                shape = Kb.ShapeCircle(VecOf(circle["at"]), (float)(double)circle["radius"]);
            }
            hit = Kb.FrameHit(pose.Frame, pose.Place, shape, Classes());
        }
        return ShapeAnswer(hit.Index, hit.ClassIndex);
    }

    private object Action()
    {
        Pose pose = PoseOf("pose");
        ActionPoint point = Kb.FrameAction(pose.Frame, pose.Place, Word("name"));
        if (!point.Found)
            return new Fields { { "found", false } };
        return new Fields { { "found", true }, { "p", Pair(point.Pixel) },
                            { "direction", point.HasDirection ? Pair(point.Direction) : null } };
    }

    private object Strike()
    {
        Pose a = PoseOf("a"), b = PoseOf("b");
        Hit hit = Kb.Strike(a.Frame, a.Place, Word("name"), b.Frame, b.Place, Classes());
        return ShapeAnswer(hit.Index, hit.ClassIndex);
    }

    private object Shapes()
    {
        Pose a = PoseOf("a"), b = PoseOf("b");
        var pairs = Kb.FramesOverlap(a.Frame, a.Place, b.Frame, b.Place, Classes("a_classes"),
                                     Classes("b_classes"));
        return new Fields { { "hit", pairs.Length > 0 },
                            { "pairs", pairs.Select(pair => new[] { pair.A, pair.B }).ToArray() } };
    }

    private object Pixels()
    {
        Pose a = PoseOf("a"), b = PoseOf("b");
        Pixel first = Kb.PixelsFirst(a.Frame, a.Place, b.Frame, b.Place);
        if (!first.Found)
            return new Fields { { "hit", false }, { "first", null }, { "area", 0 } };
        return new Fields { { "hit", true }, { "first", Pair(first.P) },
                            { "area", Kb.PixelsArea(a.Frame, a.Place, b.Frame, b.Place) } };
    }

    private object ZoneAt()
    {
        bool track = Has("track");
        Handle parent = track ? bank.Find(Kind.Track, Word("track"))
                              : bank.Find(Kind.Mask, Word("mask"));
        byte value = Kb.ZoneAt(track ? parent.Info.Mask : parent, Kb.At(0, 0), PointOf(line["p"]));
        return new Fields { { "zone", Named(Kb.ZoneOf(parent, value)) }, { "value", value } };
    }

    private object Clearance()
    {
        Handle track = bank.Find(Kind.Track, Word("track"));
        Vec p = VecOf(line["p"]);
        TrackPlace place = Kb.TrackAt(track, p);
        var pixel = new Point((int)Math.Floor(p.X), (int)Math.Floor(p.Y));
        byte surface = Kb.ZoneAt(track.Info.Mask, Kb.At(0, 0), pixel);
        var answer = new Fields {
            { "clearance", place.Clearance }, { "normal", Pair(place.Normal) },
            { "surface", Named(Kb.ZoneOf(track, surface)) } };
        if (!Has("radius"))
            return answer;
        float radius = (float)(double)line["radius"];
        Handle of = track;
        for (uint i = track.Count(Kind.Band); i-- > 0;)
            if (track.Item(Kind.Band, i).Info.Radius == radius)
                of = track.Item(Kind.Band, i);
        answer.Add("touches", Kb.TrackTouching(of, new Circle(p, radius)));
        return answer;
    }

    /// <summary>The move of a circle through the walls alone.</summary>
    private Move MoveOf(Manner manner, out object stop, out Hit[] touches)
    {
        Handle walls = Kb.LevelLayer(bank.Find(Kind.Level, Word("level")), 0);
        Filter filter = Kb.AllSolid();
        filter.Classes = Classes();
        Vec from = VecOf(line["from"]), to = VecOf(line["to"]);
        float radius = Has("radius") ? (float)(double)line["radius"] : 0;
        Move move = Kb.LevelMove(walls, Kb.ShapeCircle(from, radius),
                                 new Vec(to.X - from.X, to.Y - from.Y),
                                 new Motion { Manner = manner }, out touches, filter);
        stop = Pair(new Vec(OnGrid((double)from.X + move.Moved.X),
                            OnGrid((double)from.Y + move.Moved.Y)));
        return move;
    }

    private object Trace()
    {
        object stop;
        Hit[] touches;
        Move move = MoveOf(Manner.Stop, out stop, out touches);
        return new Fields { { "hit", move.Hit }, { "fraction", move.Fraction }, { "point", stop },
                            { "normal", move.Hit ? Pair(move.Normal) : null },
                            { "wall", Index(move.Index) },
                            { "started_inside", move.StartedInside } };
    }

    private object Slide()
    {
        object stop;
        Hit[] touches;
        Move move = MoveOf(Manner.Slide, out stop, out touches);
        return new Fields { { "point", stop },
                            { "walls", touches.Select(touch => touch.Index).ToArray() },
                            { "cut", move.Cut } };
    }

    private object Locate()
    {
        uint leaf;
        Handle area = Kb.LevelAt(bank.Find(Kind.Level, Word("level")), VecOf(line["p"]), out leaf);
        return new Fields { { "area", Named(area) }, { "leaf", Index(leaf) } };
    }

    private Handle Layer(string key, Kind kind)
    {
        return bank.Find(Kind.Level, Word("level")).Find(kind, Word(key));
    }

    private object Tiles()
    {
        Handle tiles = Layer("layer", Kind.Tiles);
        Box box;
        if (Has("box"))
            box = BoxOf(line["box"]);
        else
        {
            Point p = PointOf(line["p"]);
            box = new Box(p.X, p.Y, p.X + 1, p.Y + 1);
        }
        bool solid = Kb.LevelTouching(tiles, Kb.ShapeBox(box)).Length > 0;
        if (Has("box"))
        {
            object[] cells = Kb.TilesCells(tiles, box).Select(Pair).ToArray();
            return new Fields { { "hit", cells.Length > 0 }, { "cells", cells },
                                { "solid", solid } };
        }
        Point cell = Kb.CellOf(tiles, PointOf(line["p"]));
        Tile tile = Kb.TilesTile(tiles, cell);
        return new Fields { { "hit", tile.Found },
                            { "cells", tile.Found ? new[] { Pair(cell) } : new object[0] },
                            { "tile", TileWords(tiles, tile) }, { "solid", solid } };
    }

    private object TileWords(Handle tiles, Tile tile)
    {
        if (!tile.Found)
            return null;
        Handle frame = Kb.TileFrame(tiles, tile);
        string name = bank.ClassName(tile.ClassIndex);
        return new Fields {
            { "sprite", frame.Parent.Name }, { "frame", frame.Info.Index },
            { "animation", Named(Kb.TileAnimation(tiles, tile)) },
            { "kind", TileKinds[(int)tile.Kind] }, { "class", name == "" ? null : name },
            { "flip", (tile.FlipX ? "x" : "") + (tile.FlipY ? "y" : "") },
            { "transposed", tile.Transposed }, { "height", tile.Height },
            { "offset", Pair(tile.Offset) } };
    }

    private object Ground()
    {
        Handle ground = Layer("ground", Kind.Ground);
        Vec foot = Has("p") ? VecOf(line["p"]) : new Vec((float)(double)line["x"], 0);
        GroundPlace place = Kb.GroundAt(ground, foot.X);
        var answer = new Fields { { "y", place.Found ? (object)place.Y : null },
                                  { "slope", place.Found ? (object)place.Slope : null },
                                  { "normal", place.Found ? Pair(place.Normal) : null },
                                  { "too_steep", place.TooSteep } };
        if (Has("p"))
            answer.Add("touches", Kb.LevelTouching(ground, Kb.ShapePoint(foot)).Length > 0);
        return answer;
    }

    private object Height()
    {
        string name = Has("filter") ? Word("filter") : "bilinear";
        var filter = (HeightFilter)Enum.Parse(typeof(HeightFilter), name, true);
        HeightPlace place = Kb.HeightmapAt(Layer("map", Kind.Heightmap), VecOf(line["p"]), filter);
        return new Fields { { "z", place.Z },
                            { "normal", new[] { place.Normal.X, place.Normal.Y, place.Normal.Z } },
                            { "inside", place.Inside } };
    }
}

internal static class Program
{
    private static readonly string[] Exact = { "trace", "slide", "locate", "tiles", "ground",
                                              "height" };

    private static void Main(string[] arguments)
    {
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
        output.NewLine = "\n";
        using (Bank bank = Bank.Open(arguments[0]))
        {
            var questions = new Questions(bank);
            for (string text; (text = Console.In.ReadLine()) != null;)
            {
                var line = Json.Read(text);
                output.WriteLine(Json.Write(questions.Ask(line),
                                            Exact.Contains((string)line["q"]) ? 17 : 9));
            }
        }
        output.Flush();
    }
}
