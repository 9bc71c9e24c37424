/// What the owner reads aloud so that a voice can be made of it: half a minute about nothing that matters.
public enum VoiceSample {
    public static let text = Wording(
        "On the edge of the village there is a small bridge of wood. In spring, children lie on it and look for fish; in "
            + "autumn, yellow leaves sail underneath, one after the other. An old man sweeps the path every morning, "
            + "slowly, as if there were no hurry anywhere. \"Does it help?\" somebody asked him. \"The leaves come "
            + "back,\" he said, and smiled. \"So do I.\" Then he put the broom away, poured two cups of tea, and talked "
            + "about the weather until the fog had gone from the river.",
        "村はずれに、小さな木の橋があります。春には子どもたちが腹ばいになって魚をさがし、秋には黄色い葉が一枚ずつ、橋の下を流れていきます。"
            + "毎朝、おじいさんが道をはいています。急ぐことなど、どこにもないように、ゆっくりと。「はいても、また落ちてくるでしょう」と誰かが聞きました。"
            + "「ええ、葉っぱは戻ってきます」おじいさんは笑いました。「私も、戻ってきます」それから、ほうきを片づけて、お茶を二杯いれ、"
            + "川の霧が晴れるまで、天気の話をしていました。")
}
