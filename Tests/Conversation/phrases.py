"""What the appliance says by itself when the line fails, as `Phrases.swift` has it: the text that is given to the
synthesizer in each language. Written out again on purpose: a scenario judges what is heard, not what the code holds."""

PHRASES = {
    "one_moment": ("One moment, I'm coming.", "すこし おまち ください。"),
    "one_moment_wake": (
        "Good morning. One moment, I'm coming.", "おはよう ございます。いま まいりますので、すこし おまち ください。"),
    "line_lost": (
        "The line has dropped. One moment, I'm calling back.",
        "つうしんが きれました。つなぎなおしますので、すこし おまち ください。"),
    "still_reaching": (
        "I'm still trying. Stay with me.", "まだ つながりません。そのまま おまち ください。"),
    "voice_missing": (
        "The voice has cut out. One moment.", "こえが とぎれました。すこし おまち ください。"),
    "unavailable": (
        "No online companion is set up. I am here with you instead.",
        "オンラインの はなしあいてわ、まだ せってい されて いません。かわりに、わたしが ここに います。"),
    "network": (
        "There is no network right now. I am here with you instead.",
        "いまわ ネットワークに つながりません。かわりに、わたしが ここに います。"),
    "tls": (
        "I cannot be sure that this is really the online companion, so I won't connect. I am here with you instead.",
        "オンラインの はなしあいてが ほんものか たしかめられないので、つなぎません。かわりに、わたしが ここに います。"),
    "credentials": (
        "The key for the online companion no longer works. Until there is a new one, I am here with you.",
        "オンラインの はなしあいての かぎが つかえなく なりました。あたらしい かぎを いれるまでわ、わたしが ここに います。"),
    "busy": (
        "The online companion is too busy right now. I am here with you instead.",
        "オンラインの はなしあいてわ、いま こみあって います。かわりに、わたしが ここに います。"),
    "provider": (
        "The online companion cannot be reached right now. I am here with you instead.",
        "いまわ オンラインの はなしあいてに つながりません。かわりに、わたしが ここに います。"),
    "media": (
        "The network does not carry any voice right now. I am here with you instead.",
        "いまの ネットワークでわ、こえが とどきません。かわりに、わたしが ここに います。"),
    "silent": (
        "The online companion does not answer. I am here with you instead.",
        "オンラインの はなしあいてから へんじが ありません。かわりに、わたしが ここに います。"),
    "incomplete": (
        "A program that the online companion needs is missing on this device. I am here with you instead.",
        "オンラインの はなしあいてに ひつような プログラムが、この ほんたいに はいって いません。"
        "かわりに、わたしが ここに います。"),
    "quota": (
        "The credit for the online companion is used up. I am here with you instead.",
        "オンラインの はなしあいての りようわくを つかいきりました。かわりに、わたしが ここに います。"),
}
OFFLINE = {
    "talk": ("I am here.", "ここに いますよ。"),
    "talk_listens": (
        "I cannot answer much right now. But I can listen. What is on your mind?",
        "いまわ、うまく おへんじわ できません。でも、きく ことわ できます。"
        "どう しましたか。"),
    "sign_in_offer": (
        "To sign me in again, press Start once more. I will tell you a code.",
        "もう いちど サインイン するにわ、スタートを もう いちど おして ください。コードを おしらせ します。"),
    "wake": ("Good morning.", "おはよう ございます。"),
    "wake_asks": (
        "It is time to get up. Are you awake? Answer me out loud.", "おきる じかんです。おきて いますか。"),
}


def text(name, language):
    return (PHRASES.get(name) or OFFLINE[name])[("en", "ja").index(language)]
