#!/usr/bin/env python3
"""
Daily News Digest

Summarises recent news on up to five topics from RSS and Atom feeds: files of its own folder feeds/, or addresses on the
hosts that skill.json permits.

stdin:  {"action": "run", "params": {"topics": ["quantum computing"]}}
stdout: {"success": true, "action": "run", "data": {"generated_at": ..., "topics_covered": [...], "file_saved": null}}
stderr: the log; SKILL_DEBUG=1 makes it talkative
"""

import contextlib
import email.utils
import html
import http.client
import json
import logging
import os
import re
import signal
import sys
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timedelta, timezone
from pathlib import Path

TIMEOUT = 120  # seconds
DEBUG = os.getenv("SKILL_DEBUG") == "1"
SKILL_DIR = Path(__file__).resolve().parent.parent
MAX_FEED_BYTES = 5_000_000
ATOM = "{http://www.w3.org/2005/Atom}"
RANGES = {"today": timedelta(hours=24), "24h": timedelta(hours=24), "this_week": timedelta(days=7), "this_month": timedelta(days=30)}
# Feeds that could not be read while others could: the digest is then partial and says so.
PROBLEMS = []

logging.basicConfig(
    stream=sys.stderr, level=logging.DEBUG if DEBUG else logging.INFO, format="%(levelname)s %(message)s"
)
log = logging.getLogger("skill")


class Failure(Exception):
    """Why an action cannot be done, as the caller is told. The exit code is 0: a refusal is an answer."""

    def __init__(self, code, message, exit_code=0, **more):
        super().__init__(message)
        self.error = {"code": code, "message": message, **more}
        self.exit_code = exit_code


def handle_run(params, resources):
    """Reads the feeds, keeps what is recent and on topic, and sums it up."""
    read = read_feeds(params["feeds"])
    now = read_moment(params["as_of"]) if params["as_of"] else moment_of(read, params["feeds"])
    articles = [a for a in read if a["published"] is None or timedelta(0) <= now - a["published"] <= RANGES[params["time_range"]]]
    log.debug("%d recent articles", len(articles))
    covered = [cover(topic, articles, params) for topic in params["topics"]]
    saved = save_digest(covered, now, params, resources) if params["save_to_file"] else None
    return {"generated_at": stamp(now), "topics_covered": covered, "file_saved": saved}


def moment_of(articles, feeds):
    """The moment to look back from: now. Files stand still, so a digest of files alone is made for their newest article."""
    now = datetime.now(timezone.utc).replace(microsecond=0)
    newest = max((a["published"] for a in articles if a["published"]), default=None)
    if newest is None or any(feed.startswith("https://") for feed in feeds or []):
        return now
    if abs(now - newest) > RANGES["24h"]:
        log.warning("The files in feeds/ end at %s, so the digest is made for that moment; give feeds or as_of", stamp(newest))
    return newest


# --- feeds


def read_feeds(names):
    names = names or sorted(file.name for file in (SKILL_DIR / "feeds").glob("*.xml"))
    articles, seen = [], set()
    for name in names:
        try:
            found = parse_feed(load_feed(name), name)
        except Failure as failure:
            if failure.error["code"] == "PERMISSION_DENIED" or len(names) == 1:
                raise
            PROBLEMS.append(failure.error)
            continue
        for article in found:
            key = re.sub(r"\W+", "", article["title"].lower())
            if key not in seen:
                seen.add(key)
                articles.append(article)
    if len(PROBLEMS) == len(names):
        raise Failure("EXTERNAL_SERVICE_ERROR", "None of the feeds could be read", details={"feeds": PROBLEMS})
    return articles


def load_feed(name):
    """The bytes of a feed: a file of feeds/, or an https address on a permitted host."""
    if name.startswith("https://"):
        return fetch(name)
    if not re.fullmatch(r"[A-Za-z0-9_-]+\.(?:xml|rss|atom)", name):
        raise Failure("INVALID_PARAM", f"A feed is the name of a file in feeds/ or an https address, got {name}")
    try:
        return (SKILL_DIR / "feeds" / name).read_bytes()[:MAX_FEED_BYTES]
    except OSError as problem:
        raise Failure("DATA_NOT_FOUND", f"There is no feed {name}") from problem


def fetch(url):
    check_host(url)
    try:
        with urllib.request.build_opener(PermittedRedirects).open(url, timeout=15) as answer:
            return answer.read(MAX_FEED_BYTES)
    except (OSError, ValueError, http.client.HTTPException) as problem:
        raise Failure("EXTERNAL_SERVICE_ERROR", f"{url} cannot be read: {problem}") from problem


class PermittedRedirects(urllib.request.HTTPRedirectHandler):
    """A permitted host may not send us on to one that is not."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        check_host(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def check_host(url):
    try:
        address = urllib.parse.urlsplit(url)
    except ValueError as problem:
        raise Failure("INVALID_PARAM", f"{url} is not an address: {problem}") from problem
    permitted = json.loads((SKILL_DIR / "skill.json").read_text("utf-8"))["permissions"]["network"]
    if address.scheme != "https" or address.hostname not in permitted:
        message = f"{address.hostname} is not among the permitted hosts; add it to permissions.network in skill.json"
        raise Failure("PERMISSION_DENIED", message, details={"permitted": permitted})


def parse_feed(content, name):
    # No feed needs a document type, and entities declared in one can blow up.
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise Failure("EXTERNAL_SERVICE_ERROR", f"{name} declares a document type, which is not read")
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError, LookupError) as problem:
        raise Failure("EXTERNAL_SERVICE_ERROR", f"{name} is not a feed: {problem}") from problem
    if root.tag == ATOM + "feed":
        source = text_of(root.find(ATOM + "title")) or name
        return [article for entry in root.iter(ATOM + "entry") if (article := read_entry(entry, source))]
    source = text_of(root.find("channel/title")) or name
    return [article for item in root.iter("item") if (article := read_item(item, source))]


def read_item(item, source):
    return article_of(
        text_of(item.find("title")), text_of(item.find("link")), source,
        text_of(item.find("pubDate")), text_of(item.find("description")),
    )


def read_entry(entry, source):
    links = [link.get("href") for link in entry.findall(ATOM + "link") if link.get("rel", "alternate") == "alternate"]
    published = text_of(entry.find(ATOM + "published")) or text_of(entry.find(ATOM + "updated"))
    text = text_of(entry.find(ATOM + "summary")) or text_of(entry.find(ATOM + "content"))
    return article_of(text_of(entry.find(ATOM + "title")), links[0] if links else "", source, published, text)


def article_of(title, url, source, published, text):
    """An article, or None when it has no title or no web address."""
    if not title or not re.match(r"https?://[^\s]+$", url or ""):
        return None
    return {"title": title, "url": url, "source": source, "published": read_date(published), "text": text}


def text_of(element):
    """The plain text of an element: markup and entities gone, white space made single."""
    text = "".join(element.itertext()) if element is not None else ""
    return " ".join(html.unescape(re.sub(r"<[^<>]*>", " ", html.unescape(text))).split())


def read_date(text):
    if not text:
        return None
    try:
        return read_moment(text) if text[:4].isdigit() else as_utc(email.utils.parsedate_to_datetime(text))
    except (Failure, ValueError, TypeError):
        return None


def read_moment(text):
    try:
        return as_utc(datetime.fromisoformat(text.replace("Z", "+00:00")))
    except (ValueError, OverflowError) as problem:
        raise Failure("INVALID_PARAM", f"Expected a date and time such as 2026-11-15T08:00:00Z, got {text}") from problem


def as_utc(moment):
    return moment.astimezone(timezone.utc) if moment.tzinfo else moment.replace(tzinfo=timezone.utc)


def stamp(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


# --- what is on topic, and what it says


def cover(topic, articles, params):
    scored = [(score(topic, article), article) for article in articles]
    on_topic = [pair for pair in scored if pair[0] > 0]
    on_topic.sort(key=lambda pair: (-pair[0], -(pair[1]["published"].timestamp() if pair[1]["published"] else 0)))
    best = [article for _, article in on_topic[: params["max_articles_per_topic"]]]
    return {"topic": topic, "summary": summary(topic, best, params), "articles": [shown(a, params) for a in best]}


def score(topic, article):
    """How well an article fits: every word of the topic counts, in the title three times; half of them must be there."""
    words = [word for word in re.findall(r"\w+", topic.lower()) if word not in ("the", "of", "and", "in", "on", "a")]
    title, text = article["title"].lower(), article["text"].lower()
    hits = [3 * has_word(title, word) + has_word(text, word) for word in words]
    return sum(hits) if 2 * sum(1 for hit in hits if hit) >= len(hits) > 0 else 0


def has_word(text, word):
    if not word.isascii():
        return word in text  # Chinese and Japanese put no space between words
    stem = word[:-1] if len(word) > 5 else word
    ending = r"\w*" if len(word) > 3 else r"\b"
    return re.search(r"\b" + re.escape(stem) + ending, text) is not None


def summary(topic, articles, params):
    chinese = params["output_language"] == "zh" or (params["output_language"] == "auto" and not topic.isascii())
    if not articles:
        return f"所给的订阅源中没有关于{topic}的近期文章。" if chinese else f"The feeds have no recent article on {topic}."
    count = len(articles)
    opening = f"关于{topic}有 {count} 篇文章。" if chinese else f"{count} article{'s' * (count > 1)} on {topic}."
    if params["output_format"] == "brief":
        return f"{opening[:-1]}{'：' if chinese else ': '}{articles[0]['title']}{'。' if chinese else '.'}"
    said = [sentences(article["text"])[:1] or [article["title"]] for article in articles[:2]]
    return ("" if chinese else " ").join([opening, *[first[0] for first in said]])


def shown(article, params):
    points = sentences(article["text"])[:3]
    return {
        "title": article["title"],
        "source": article["source"],
        "url": article["url"],
        **({"published_at": stamp(article["published"])} if article["published"] else {}),
        **({"key_points": points} if points and params["output_format"] != "brief" else {}),
    }


def sentences(text):
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+|(?<=[。！？])", text) if part.strip()]


# --- the file


def save_digest(covered, now, params, resources):
    """Saves the digest in digests/ under the working directory."""
    name = params["file_path"] or f"news_digest_{now:%Y-%m-%d}.md"
    if not re.fullmatch(r"[A-Za-z0-9_-]+\.md", name):
        raise Failure("INVALID_PARAM", f"file_path must be a plain name ending in .md, got {name}")
    folder = Path("digests")
    folder.mkdir(exist_ok=True)
    file = resources.enter_context(open(folder / name, "w", encoding="utf-8"))
    file.write(markdown(covered, now, params["output_format"]))
    return f"digests/{name}"


def markdown(covered, now, style):
    parts = [f"# News digest, {now:%Y-%m-%d}\n"]
    for topic in covered:
        parts.append(f"## {topic['topic']}\n\n{topic['summary']}\n")
        if style == "prose":
            continue
        for article in topic["articles"]:
            parts.append(f"- [{article['title']}]({article['url']}), {article['source']}")
            if style == "structured":
                parts.extend(f"  - {point}" for point in article.get("key_points", []))
        parts.append("")
    return "\n".join(parts)


REQUIRED = object()

# Each action: its handler, and its parameters with type and default. contract.json says the rest.
ACTIONS = {
    "run": (
        handle_run,
        {
            "topics": (list, REQUIRED),
            "time_range": (str, "today"),
            "max_articles_per_topic": (int, 5),
            "output_language": (str, "auto"),
            "output_format": (str, "structured"),
            "save_to_file": (bool, False),
            "file_path": (str, None),
            "feeds": (list, None),
            "as_of": (str, None),
        },
    ),
}


def main():
    line, exit_code = answer(sys.stdin.buffer.read())
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
    return exit_code


def answer(text):
    """The answer to a request as a line of JSON, and the exit code."""
    action = None
    try:
        request = read_request(text)
        log.debug("request: %s", request)
        action = request.get("action")
        if action is None and len(ACTIONS) == 1:
            action = next(iter(ACTIONS))
        if not isinstance(action, str) or action not in ACTIONS:
            raise Failure("UNKNOWN_ACTION", f"Unknown action: {action}", supported_actions=list(ACTIONS))
        handle, parameters = ACTIONS[action]
        data = perform(handle, read_params(request.get("params"), parameters))
        log.debug("%s done", action)
        result = {"success": True, "action": action, "data": data}
        if PROBLEMS:
            result["errors"] = PROBLEMS
        return line_of(result), 0
    except Failure as failure:
        return line_of({"success": False, "action": action, "error": failure.error}), failure.exit_code
    except Exception as problem:  # the last line of defence: an answer, never a bare traceback
        log.exception("%s failed", action)
        error = {"code": "INTERNAL_ERROR", "message": str(problem) or type(problem).__name__}
        return line_of({"success": False, "action": action, "error": error}), 1


def perform(handle, params):
    """Runs a handler within the time limit; what it opened is closed whatever happens."""
    resources = contextlib.ExitStack()
    has_alarm = hasattr(signal, "SIGALRM")
    try:
        if has_alarm:
            signal.signal(signal.SIGALRM, on_timeout)
            signal.alarm(TIMEOUT)
        return handle(params, resources)
    finally:
        if has_alarm:
            signal.alarm(0)
        resources.close()


def on_timeout(signum, frame):
    raise Failure("TIMEOUT", f"Not done within {TIMEOUT} seconds", exit_code=1)


def read_request(text):
    try:
        request = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        raise Failure("INVALID_JSON", f"Failed to parse input JSON: {problem}", exit_code=1) from problem
    if not isinstance(request, dict):
        raise Failure("INVALID_JSON", "Expected one JSON object with action and params", exit_code=1)
    return request


def read_params(params, parameters):
    """The parameters with defaults filled in; refuses what is missing or of the wrong type."""
    params = {} if params is None else params
    if not isinstance(params, dict):
        raise Failure("INVALID_PARAM", "params must be an object")
    missing = [name for name, (_, default) in parameters.items() if default is REQUIRED and name not in params]
    if missing:
        raise Failure("MISSING_PARAM", f"Missing required parameters: {', '.join(missing)}", details={"missing": missing})
    for name, (kind, _) in parameters.items():
        if name in params and not fits(params[name], kind):
            raise Failure("INVALID_PARAM", f"{name} must be {kind.__name__}, got {type(params[name]).__name__}")
    return {**{name: default for name, (_, default) in parameters.items()}, **params}


def fits(value, kind):
    return type(value) is kind or (kind is float and type(value) is int)


def line_of(result):
    return json.dumps(result, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
