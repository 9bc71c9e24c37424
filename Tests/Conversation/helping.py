"""An owner who seems to be at risk hears the device's own voice, whatever becomes of the line (SAFE-2; G-2).

Requirements: SAFE-2, SAFE-3
"""

import hearing
from memories import asked_for_summary, begins, memory, remembers, rows
from registry import family
from stage import SECOND, Stage, Unexpected, tone

# What the service's transcription claims; the voice itself says something harmless.
RISK = {"en": "I want to kill myself.", "ja": "もう死にたい。"}
ZONES = {"en": "Europe/London", "ja": "Asia/Tokyo"}
WITHIN_SECONDS = 5


@family(("english", "en", False), ("japanese", "ja", False), ("english_with_the_network_gone", "en", True))
def the_help_line_is_said_in(options, language, is_network_gone):
    """From the owner's last word to the device's own; nothing of that talk is kept. Then the companion is heard again,
    with what it was told to ask."""
    turns = [tone(440, 500), {"heard": RISK[language]}, tone(660, 1000)]
    with Stage(options, language, turns, words=[RISK[language]], env={"TZ": ZONES[language]}) as stage:
        memory(stage, "resume")
        before = rows(stage)
        began = begins(stage, 440)
        spoke = stage.say()
        if is_network_gone:
            stage.service_sees("sent:conversation.item.input_audio_transcription.completed", after=spoke)
            stage.service.control(do="vanish")
        room = stage._room_recording()
        last = stage._wait_until(
            lambda: hearing.Sound(room, spoke).silent_ns(300), 8, "end of the owner's voice", pause=0.02)
        # The companion has nothing to say: what is heard is the device.
        said = stage.hears_sound(after=last + SECOND // 50, within=WITHIN_SECONDS, name="last_word_to_help_line")
        if not is_network_gone:
            stage.hears_tone(660, after=said, within=60, name="help_line_to_companion")
        stage.press("stop")
        stage.shows("the end", within=3, line="disconnected")
        if asked_for_summary(stage, began) or rows(stage) != before:
            raise Unexpected("something of this talk was kept, or was to be summed up")
        remembers(stage)
        if said <= last:
            raise Unexpected("it was said before the owner's last word")
    return stage.measured
