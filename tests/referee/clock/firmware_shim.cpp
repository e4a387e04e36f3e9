// The reference firmware on this machine: its board is made of variables that a test sets and reads.
#include "../../../referee/clock/firmware/zarbiter_clock.ino"

#include <string>

static uint32_t now_ms, shown_ms[2];
static uint16_t starts;
static bool contacts[BUTTONS], lights[4];
static std::string in, out;

uint32_t board_ms() { return now_ms; }
void board_write(const char *text) { out += text; }
bool board_closed(uint8_t button) { return contacts[button]; }
void board_light(uint8_t lamp, bool on) { lights[lamp] = on; }
void board_show(uint8_t side, uint32_t ms) { shown_ms[side] = ms; }
uint16_t board_boot() { return starts; }

int board_read() {
  if (in.empty()) return -1;
  unsigned char byte = (unsigned char)in[0];
  in.erase(0, 1);
  return byte;
}

extern "C" {
void firmware_start(uint32_t ms, uint16_t boot) {
  now_ms = ms;
  starts = boot;
  clock_setup();
}
void firmware_loop(uint32_t ms) {
  now_ms = ms;
  clock_loop();
}
void firmware_hear(const char *bytes, uint32_t size) { in.append(bytes, size); }
uint32_t firmware_said(char *bytes, uint32_t most) {
  uint32_t size = (uint32_t)out.copy(bytes, most);
  out.erase(0, size);
  return size;
}
void firmware_contact(uint8_t button, bool is) { contacts[button] = is; }
bool firmware_light(uint8_t lamp) { return lights[lamp]; }
uint32_t firmware_shown(uint8_t side) { return shown_ms[side]; }
}
