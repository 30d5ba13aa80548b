/** A hidden field that only bots fill in. The server drops what is sent with it. */
export function Honeypot() {
  return (
    <input
      className="visually-hidden"
      name="website"
      type="text"
      tabIndex={-1}
      autoComplete="off"
      aria-hidden="true"
    />
  );
}
