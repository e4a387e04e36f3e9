// A backgammon clock for the open protocol (ZC2, see ../OPEN_PROTOCOL.md). SPDX-License-Identifier: AGPL-3.0-or-later
// For an Arduino Uno, Nano, Leonardo or the like; everything but the last section is plain C++ without Arduino calls.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// What the board must do; the last section does it for an Arduino.
uint32_t board_ms();                                 // own time, wraps at 2^32
int board_read();                                    // next byte from the host, -1 when there is none
void board_write(const char *text);                  // bytes to the host
bool board_closed(uint8_t button);                   // is this contact closed? WHITE, BLACK or PAUSE
void board_light(uint8_t lamp, bool on);             // WHITE_RUNS, BLACK_RUNS, FLAG, RETHROW
void board_show(uint8_t side, uint32_t ms);          // a display for each side, if there is one
uint16_t board_boot();                               // a number that is new at each start

enum { WHITE, BLACK, NOBODY, PAUSE = NOBODY, BUTTONS };
enum { WHITE_RUNS, BLACK_RUNS, FLAG, RETHROW };
enum { NONE, PLAIN, SIMPLE_DELAY, BRONSTEIN, BRONSTEIN_PRESET, FISCHER, HOURGLASS, KINDS };
static const char *const KIND_NAMES[] = {"none",    "plain",   "simple-delay", "bronstein", "bronstein-preset",
                                         "fischer", "hourglass"};
static const char *const LAMP_NAMES[] = {"off", "flag", "rethrow", "paused"};
static const char *const STATE_NAMES[] = {"neutral", "running", "paused"};
static const char *const SIDES[] = {"W", "B", "-"};
static const uint8_t LONGEST = 120, KEPT = 16, FIELDS = 10;
static const uint16_t REPORT_MS = 500, AGAIN_MS = 300, BOUNCE_MS = 30;

struct Event { uint8_t what; uint32_t count, t_ms; };
struct Clock { uint32_t reserve[2], used, since, delay; uint8_t kind, running; bool paused; };

static Clock clk;
static Event ring[KEPT];                             // presses and buttons not acknowledged yet, oldest first
static uint8_t kept, lamp, lever = NOBODY, flag_told = NOBODY;
static uint32_t count, boot, told_ms, reported_ms, opened_ms[BUTTONS];
static bool closed[BUTTONS];
static char line[LONGEST + 1];                       // what has come of the present line
static uint8_t length, skipping;                     // its bytes; is it too long?

// ---- time

static uint32_t grace() { return clk.kind == SIMPLE_DELAY || clk.kind == BRONSTEIN_PRESET ? clk.delay : 0; }

static uint32_t used(uint32_t now) {
  int32_t gone = (int32_t)(now - clk.since);
  return clk.used + (clk.running != NOBODY && !clk.paused && gone > 0 ? (uint32_t)gone : 0);
}

static uint32_t left(uint8_t side, uint32_t now) {   // what the face of a side shows
  uint32_t spent = used(now), own = clk.reserve[side];
  if (clk.running == side) {
    uint32_t over = spent > grace() ? spent - grace() : 0;
    return own > over ? own - over : 0;
  }
  if (clk.kind != HOURGLASS || clk.running == NOBODY) return own;
  uint32_t sand = clk.reserve[clk.running];
  return own + (spent < sand ? spent : sand);
}

static uint32_t delay_left(uint32_t now) {
  if (clk.running == NOBODY) return grace();
  return grace() > used(now) ? grace() - used(now) : 0;
}

static void press(uint8_t side, uint32_t now) {      // out of turn and in a pause a press is told but changes nothing
  uint8_t other = 1 - side;
  if (clk.paused || clk.running == other) return;
  if (clk.running == side && clk.kind != NONE) {
    uint32_t rest = left(side, now), spent = used(now);
    clk.reserve[other] = left(other, now);
    uint32_t bonus = clk.kind == FISCHER || (clk.kind == BRONSTEIN && spent > clk.delay) ? clk.delay : spent;
    clk.reserve[side] = rest + (rest > 0 && (clk.kind == FISCHER || clk.kind == BRONSTEIN) ? bonus : 0);
  }
  clk.running = other;
  clk.since = now;
  clk.used = 0;
}

static uint8_t fallen(uint32_t now) {
  if (clk.kind == NONE) return NOBODY;
  return left(WHITE, now) == 0 ? WHITE : left(BLACK, now) == 0 ? BLACK : NOBODY;
}

// ---- lines out

static uint16_t checksum(const char *text, uint8_t size) { // CRC-16/XMODEM
  uint16_t crc = 0;
  for (uint8_t i = 0; i < size; i++) {
    crc ^= (uint16_t)((uint8_t)text[i] << 8);
    for (uint8_t bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : (uint16_t)(crc << 1);
  }
  return crc;
}

static void seal(char *text) {                       // text has room for the checksum
  char tail[8];
  snprintf(tail, sizeof tail, "*%04X\n", checksum(text, (uint8_t)strlen(text)));
  board_write(strcat(text, tail));
}

static void say(const char *word, uint32_t number, const char *more) {
  char text[LONGEST + 8];
  snprintf(text, LONGEST, "ZC2 %s %lu%s", word, (unsigned long)number, more);
  seal(text);
}

static void say_hello() {
  char more[12];
  snprintf(more, sizeof more, " %lu", (unsigned long)count);
  say("HELLO zarbiter-clock 1.0 drive,lamps,lever,buttons", boot, more);
}

static void tell_oldest(uint32_t now) {
  char text[LONGEST + 8];
  const Event &event = ring[0];
  if (!kept) return;
  const char *word = event.what == PAUSE ? "BUTTON pause" : event.what == WHITE ? "PRESS W" : "PRESS B";
  snprintf(text, LONGEST, "ZC2 %s %lu %lu", word, (unsigned long)event.count, (unsigned long)event.t_ms);
  seal(text);
  told_ms = now;
}

static void report(uint32_t now) {
  char text[LONGEST + 8];
  flag_told = fallen(now);
  reported_ms = now;
  const char *state = STATE_NAMES[clk.paused ? 2 : clk.running != NOBODY];
  snprintf(text, LONGEST, "ZC2 TIME %lu %lu %lu %s %s %lu %s %s %s", (unsigned long)left(WHITE, now),
           (unsigned long)left(BLACK, now), (unsigned long)delay_left(now), SIDES[clk.running], state,
           (unsigned long)now, SIDES[lever], SIDES[flag_told], LAMP_NAMES[lamp]);
  seal(text);
}

static void drop_oldest() { memmove(ring, ring + 1, --kept * sizeof(Event)); }

static void keep(uint8_t what, uint32_t now) {       // full: the oldest goes, and the host sees a gap in the counts
  if (kept == KEPT) drop_oldest();
  ring[kept++] = {what, ++count, now};
  if (kept == 1) tell_oldest(now);
}

// ---- lines in

static bool number(const char *text, uint32_t *value) {
  if (!*text || (*text == '0' && text[1])) return false;
  for (*value = 0; *text; text++) {
    if (*text < '0' || *text > '9') return false;
    uint8_t digit = *text - '0';
    if (*value > (0xFFFFFFFFUL - digit) / 10) return false;
    *value = *value * 10 + digit;
  }
  return true;
}

static uint8_t find(const char *text, const char *const *names, uint8_t size, uint8_t i = 0) { // size: none of them
  while (i < size && strcmp(text, names[i])) i++;
  return i;
}

static const char *set(char **field, uint32_t now) { // why the state cannot be set, or 0
  uint32_t white, black, spent, delay, at = now;
  uint8_t running = find(field[2], SIDES, 3), state = find(field[3], STATE_NAMES, 3);
  uint8_t kind = find(field[8], KIND_NAMES, KINDS);
  if (kept) return " press";
  if (kind == KINDS) return " kind";
  if (running > NOBODY || state > 2 || !number(field[4], &white) || !number(field[5], &black) ||
      !number(field[6], &spent) || !number(field[7], &delay) || (strcmp(field[9], "-") && !number(field[9], &at)))
    return " unable";
  clk = {{white, black}, spent, at, delay, kind, running, state == 2};
  return 0;
}

static void obey(char **field, uint8_t fields, uint32_t now) {
  uint32_t value = 0;
  const char *word = field[0], *why = 0;
  char stamp[12];
  if (!strcmp(word, "HELLO") && fields == 6) return say_hello();
  if (fields < 2 || !number(field[1], &value)) return;
  snprintf(stamp, sizeof stamp, " %lu", (unsigned long)now);
  if (!strcmp(word, "PING") && fields == 2) {
    say("PONG", value, stamp);
  } else if (!strcmp(word, "ACK") && fields == 2) {
    if (kept && ring[0].count == value) { drop_oldest(); tell_oldest(now); }
  } else if (!strcmp(word, "STATE") && fields == 10) {
    why = set(field, now);
    say(why ? "FAIL" : "DONE", value, why ? why : "");
    report(now);
  } else if (!strcmp(word, "LAMP") && fields == 3) {
    uint8_t wanted = find(field[2], LAMP_NAMES, 4);
    lamp = wanted < 4 ? wanted : lamp;
    say(wanted < 4 ? "DONE" : "FAIL", value, wanted < 4 ? "" : " unable");
    report(now);
  }
}

static void take_line(uint32_t now) {                // "ZC2 WORD FIELDS*CRC" in line[0..length)
  char *field[FIELDS], crc[5];
  uint8_t fields = 0;
  if (length < 9 || line[length - 5] != '*' || memcmp(line, "ZC2 ", 4)) return;
  snprintf(crc, sizeof crc, "%04X", checksum(line, length - 5));
  if (memcmp(crc, line + length - 4, 4)) return;
  line[length - 5] = 0;
  for (char *at = line + 4; at && fields < FIELDS; fields++) {
    field[fields] = at;
    at = strchr(at, ' ');
    if (at) *at++ = 0;
    if (at && fields == FIELDS - 1) return;          // too many
  }
  obey(field, fields, now);
}

static void take(char byte, uint32_t now) {
  if (byte == '\n') {
    if (length && line[length - 1] == '\r') length--;
    if (!skipping) take_line(now);
    length = 0;
    skipping = 0;
  } else if (length == LONGEST) {
    skipping = 1;
  } else {
    line[length++] = byte;
  }
}

// ---- buttons and lamps

static void watch(uint8_t button, uint32_t now) {    // a contact counts when it closes, once it has been open a while
  bool is = board_closed(button);
  if (is && !closed[button] && now - opened_ms[button] >= BOUNCE_MS) {
    if (button != PAUSE) { lever = button; press(button, now); }
    keep(button, now);
    report(now);
  }
  if (is || closed[button]) opened_ms[button] = now;
  closed[button] = is;
}

static void light(uint32_t now) {
  bool blink = clk.paused && now / 512 % 2;
  board_light(WHITE_RUNS, clk.running == WHITE ? !clk.paused || blink : lamp == 3);
  board_light(BLACK_RUNS, clk.running == BLACK ? !clk.paused || blink : lamp == 3);
  board_light(FLAG, lamp == 1);
  board_light(RETHROW, lamp == 2);
  board_show(WHITE, left(WHITE, now));
  board_show(BLACK, left(BLACK, now));
}

void clock_setup() {
  clk.running = NOBODY;
  boot = board_boot();
  for (uint8_t button = WHITE; button < BUTTONS; button++) {
    closed[button] = board_closed(button);
    opened_ms[button] = board_ms() - BOUNCE_MS;
  }
  if (closed[WHITE] != closed[BLACK]) lever = closed[WHITE] ? WHITE : BLACK;
  say_hello();
  report(board_ms());
}

void clock_loop() {
  uint32_t now = board_ms();
  for (int byte = board_read(); byte >= 0; byte = board_read()) take((char)byte, board_ms());
  for (uint8_t button = WHITE; button < BUTTONS; button++) watch(button, now);
  if (clk.running != NOBODY && !clk.paused && (int32_t)(now - clk.since) > 3600000) {
    clk.used += now - clk.since;                     // long before the difference of two times wraps
    clk.since = now;
  }
  if (now - reported_ms >= REPORT_MS || fallen(now) != flag_told) report(now);
  if (kept && now - told_ms >= AGAIN_MS) tell_oldest(now);
  light(now);
}

// ---- the board: an Arduino. Contacts close to ground; lamps are LEDs with their resistors to ground.
#ifdef ARDUINO
#include <Arduino.h>
#include <avr/eeprom.h>
static const uint8_t BUTTON_PINS[] = {2, 3, 4}, LAMP_PINS[] = {5, 6, 7, 8};

uint32_t board_ms() { return millis(); }
int board_read() { return Serial.read(); }
void board_write(const char *text) { Serial.write(text); }
bool board_closed(uint8_t button) { return digitalRead(BUTTON_PINS[button]) == LOW; }
void board_light(uint8_t lamp, bool on) { digitalWrite(LAMP_PINS[lamp], on ? HIGH : LOW); }
void board_show(uint8_t, uint32_t) {}                // put your two displays here; 10 writes a second are plenty

uint16_t board_boot() {
  uint16_t number = eeprom_read_word((uint16_t *)0) + 1;
  eeprom_update_word((uint16_t *)0, number);
  return number;
}

void setup() {
  Serial.begin(115200);
  for (uint8_t pin : BUTTON_PINS) pinMode(pin, INPUT_PULLUP);
  for (uint8_t pin : LAMP_PINS) pinMode(pin, OUTPUT);
  clock_setup();
}

void loop() { clock_loop(); }
#endif
