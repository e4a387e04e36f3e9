// The director's token: taken from the address once, kept for this tab only.

export function takeToken() {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  if (given) {
    sessionStorage.setItem("token", given);
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
  }
  return sessionStorage.getItem("token") ?? "";
}

export const keepToken = (token) => sessionStorage.setItem("token", token);
