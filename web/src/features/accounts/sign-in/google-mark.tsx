/** Google's logo in its own colours, as its branding rules for sign-in buttons ask. */
export function GoogleMark() {
  return (
    <svg width={18} height={18} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        fill="#4285F4"
        d="M45.1 24.5c0-1.6-.1-2.7-.4-4H24v7.3h12.1c-.2 2-1.6 5-4.5 7l6.9 5.4c4.1-3.9 6.6-9.5 6.6-15.7z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.9 0 10.9-2 14.6-5.3l-7-5.4c-1.9 1.3-4.4 2.2-7.6 2.2-5.8 0-10.7-3.9-12.5-9.1l-7.1 5.5C8.1 41 15.4 46 24 46z"
      />
      <path fill="#FBBC05" d="M11.5 28.4a13.7 13.7 0 0 1 0-8.8l-7.1-5.5a22 22 0 0 0 0 19.8z" />
      <path
        fill="#EA4335"
        d="M24 10.5c4.1 0 6.9 1.8 8.5 3.3l6.2-6C34.9 4.2 29.9 2 24 2 15.4 2 8.1 7 4.4 14.1l7.1 5.5c1.8-5.2 6.7-9.1 12.5-9.1z"
      />
    </svg>
  );
}
