"""The English lexicon: closed lists; a word that stands in none of them is unknown."""

from __future__ import annotations

from agent_core.language.reader import Phrases

POLITE = (
    "please", "kindly", "could you", "can you", "would you", "will you", "would you mind",
    "i want you to", "i would like you to", "i'd like you to", "i need you to", "hey", "robot",
    "hey robot", "hello robot", "hi robot", "ok robot", "okay robot", "now", "first",
    "go ahead and",
    "help me", "help me to", "let's", "let us", "just", "also", "next", "finally", "lastly", "then",
    "ok ,", "okay ,", "please ,", "robot ,", "hey ,", "hi ,", "hello ,", "first ,", "next ,",
    "finally ,", "now ,", "then ,", "your task is to", "you should", "you need to",
)  # fmt: skip
PREFIXES = Phrases(POLITE)
SUFFIXES = Phrases((
    "please", ", please", "for me", "now", "right now", "right away", "immediately", "thanks",
    ", thanks", "thank you", ", thank you", "instead", ", instead", "too", "as well", "if you can",
    ", robot", "robot", "first", "ok", ", ok", "okay", ", okay", "will you", ", will you",
    "afterwards", "at once", "carefully", "gently",
))  # fmt: skip
SEPARATORS = Phrases((
    ",", ";", ".", "!", "?", "and", "&", "then", "but", "after that", "afterwards",
))  # fmt: skip
FINAL_MARKS = Phrases((".", "!", "?", ";"))
TAKINGS_BACK = Phrases((
    "no ,", "no .", "no !", "nope ,", "no no", "no no ,", "actually", "actually ,",
    "sorry ,", "oh ,", "on second thought ,", "on second thought", "no wait ,",
    "not like that ,", "i changed my mind ,", "i changed my mind :", "correction :", "correction ,",
))  # fmt: skip

DETERMINERS = Phrases(("the", "a", "an", "my", "that", "this", "your", "our"))
SINGULAR = Phrases(("it",))
PLURAL = Phrases(("them", "both of them", "both", "both objects", "both things"))
EVERYTHING = Phrases((
    "everything", "everything on the desk", "everything on the table", "all of it", "all objects",
    "all the objects", "all things", "all the things", "all of the objects", "all of the things",
))  # fmt: skip
LIST_MARKS = Phrases((",", "and", "&", "as well as"))

MOVE_VERBS = Phrases((
    "put", "place", "move", "throw", "drop", "toss", "set", "lay", "bring", "transfer", "carry",
    "deposit", "dump", "chuck", "deliver", "take", "pick up and place", "pick and place",
))  # fmt: skip
PICK_VERBS = Phrases((
    "pick up", "pick", "grab", "grasp", "get", "lift", "lift up", "take", "hold",
))  # fmt: skip
PLACE_PREPOSITIONS = Phrases((
    "in", "into", "inside", "inside of", "on", "onto", "on top of", "to", "over to", "in to",
    "on to", "back in", "back into", "back on", "back onto", "back to", "down in", "down on",
    "over into",
))  # fmt: skip
AWAY_VERBS = Phrases((
    "throw away", "throw out", "toss out", "toss away", "dispose of", "discard", "get rid of",
))  # fmt: skip
THROW_VERBS = Phrases(("throw", "toss", "chuck"))
AWAY = Phrases(("away", "out"))
UP = Phrases(("up",))
BELONGS = Phrases((
    "goes", "go", "belongs", "belong", "should go", "should be", "should be put", "must go",
    "needs to go", "need to go", "has to go", "ought to be", "is to go", "must be", "shall go",
))  # fmt: skip
WANT = Phrases(("i want", "make sure", "make sure that", "i'd like", "i would like", "see that"))
IS = Phrases(("is", "are", "to be"))

NEGATIONS = Phrases(("don't", "do not", "dont", "never", "not", "no need to", "you must not"))
LEAVE_VERBS = Phrases((
    "touch", "move", "pick up", "pick", "take", "grab", "grasp", "throw away", "throw out",
    "discard", "throw", "tidy", "tidy up", "put away", "bother with", "lift",
))  # fmt: skip
LEAVE = Phrases(("leave", "no leave", "skip", "ignore", "keep", "forget", "forget about", "spare"))
LEAVE_TAILS = Phrases((
    "alone", "there", "where it is", "where they are", "as it is", "as they are", "out", "be",
    "where it lies", "in place", "on the desk", "on the table", "anymore", "any more",
))  # fmt: skip
EXCEPT = Phrases((
    "except", "except for", ", except", ", except for", "without touching", "but not", ", but not",
    "without", "apart from",
))  # fmt: skip

TIDY_VERBS = Phrases((
    "tidy", "tidy up", "clean", "clean up", "clear", "clear up", "clear off", "organize",
    "organise", "straighten", "straighten up", "straighten out", "neaten", "sort out", "sort",
))  # fmt: skip
DESK = Phrases((
    "desk", "table", "desktop", "workspace", "tabletop", "desk top", "table top", "work surface",
))  # fmt: skip
TIDY_TAILS = Phrases(("up", "off"))
TIDY_ALONE = Phrases(("tidy up", "clean up", "tidy up the mess", "clean up the mess"))

LOOK_VERBS = Phrases((
    "check", "look at", "inspect", "observe", "verify", "have a look at", "take a look at",
    "take another look at", "have another look at",
    "double check", "double-check", "re-check", "recheck", "look over", "examine", "confirm",
    "scan", "check on",
))  # fmt: skip
LOOK_ALONE = Phrases((
    "look", "look again", "look around", "check", "check again", "have a look", "take a look",
    "take another look", "have another look", "confirm", "verify", "make sure", "double check",
    "double-check", "look once more", "check it", "check that it worked", "make sure it worked",
    "confirm it", "confirm that it is done", "confirm that everything is done",
    "check that everything is in place", "make sure everything is in place",
    "make sure that everything is in place", "check that everything is done",
   "verify that it worked", "check your work",
))  # fmt: skip
LOOK_OBJECTS = Phrases((
    "desk", "table", "workspace", "result", "results", "scene", "work", "desktop", "tabletop",
))  # fmt: skip
LOOK_TAILS = Phrases(("again", "once more", "one more time", "to make sure", "to confirm"))

REST = Phrases((
    "go home", "go to rest", "return to rest", "move to rest", "go back to rest", "rest",
    "go to the rest pose", "go to your rest pose", "move to the rest pose", "return home",
    "return to the rest pose", "go to rest pose", "go to the rest position", "park", "park the arm",
    "move the arm to rest", "go to the home position",
))  # fmt: skip
STOP = Phrases((
    "stop", "halt", "freeze", "wait", "hold", "hold on", "pause", "stop now", "stop it",
    "stop moving", "stop right now", "stop right there", "don't move", "do not move", "stand still",
    "hold still", "emergency stop", "stop the arm", "stop everything", "stop that", "stop stop",
    "stop stop stop", "stop immediately", "wait a moment", "wait a minute",
))  # fmt: skip
STOP_WORDS = frozenset({"stop", "halt", "freeze"})
NEGATION_WORDS = frozenset({"don't", "not", "dont", "never", "no"})
CONTINUE = Phrases((
    "continue", "go on", "resume", "carry on", "keep going", "proceed", "go ahead", "continue now",
    "continue the task", "resume the task", "you can continue", "you may continue",
))  # fmt: skip
CANCEL = Phrases((
    "never mind", "nevermind", "forget it", "forget about it", "cancel", "cancel that", "cancel it",
    "cancel the task", "abort", "call it off", "abort the task", "stop the task", "drop it",
    "leave it", "leave everything", "don't do it", "do not do it",
))  # fmt: skip

ASK_SCENE = Phrases((
    "what do you see", "what can you see", "what is on the desk", "what's on the desk",
    "what is on the table", "what's on the table", "what is there", "what do you see on the desk",
    "what can you see on the desk", "what do you see on the table", "what objects do you see",
    "what objects are on the desk", "what objects are on the table", "describe the desk",
    "describe the scene", "describe the table", "what are you holding", "what do you hold",
    "what is in your hand", "what's in your hand", "what is in the gripper",
))  # fmt: skip
WHERE = Phrases(("where is", "where's", "where are", "do you see", "can you see", "find"))
ASK_ACTIVITY = Phrases((
    "what are you doing", "what's happening", "what is happening", "status", "what is your status",
    "what's your status", "how far are you", "are you done", "are you finished", "are you ready",
    "how is it going", "how's it going", "what happened", "progress", "what are you up to",
    "is it done", "did it work", "why did you stop", "what went wrong", "report",
))  # fmt: skip
ASK_ABILITY = Phrases((
    "what can you do", "help", "who are you", "what do you know", "what can i say",
    "what objects do you know", "how can you help", "how can you help me",
))  # fmt: skip
THANKS = Phrases((
    "thanks", "thank you", "thank you very much", "thank you so much", "thanks a lot", "great",
    "good job", "well done", "nice", "nice work", "good work", "perfect", "good", "cool", "ok",
    "okay", "bye", "goodbye", "good bye", "that's all", "that is all", "great job", "very good",
    "excellent", "many thanks", "good robot", "all right", "alright", "see you",
))  # fmt: skip
GREETING = Phrases((
    "hello", "hi", "hey", "good morning", "good afternoon", "good evening", "hello there",
    "hello robot", "hi robot", "hey robot", "hi there", "how are you",
))  # fmt: skip
