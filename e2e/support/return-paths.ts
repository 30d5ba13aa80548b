const HOST = 'evil.example';

/** Texts that have led sites astray. None of them may lead off ours. */
// biome-ignore format: a list of small things.
export const RETURN_PATHS = [
  `//${HOST}`, `///${HOST}`, `////${HOST}`, `/\\${HOST}`, `\\/${HOST}`, `\\\\${HOST}`, `/\\/${HOST}`,
  `/\\\\${HOST}`, `\\${HOST}`, `https://${HOST}`, `http://${HOST}`, `HTTPS://${HOST}`, `https:${HOST}`,
  `https:/${HOST}`, `https:\\\\${HOST}`, `//${HOST}%2f..`, `//${HOST}/%2f..`, `/%09/${HOST}`,
  `/\t/${HOST}`, `/\n/${HOST}`, `/\r/${HOST}`, `\t//${HOST}`, ` //${HOST}`, `\u0000//${HOST}`,
  `/\u0000/${HOST}`, `/%2f${HOST}`, `/%5c${HOST}`, `/.//${HOST}`, `/..//${HOST}`, `/./\\${HOST}`,
  `/a/..//${HOST}`, `/%2e%2e//${HOST}`, `/;@${HOST}`, `/@${HOST}`, `@${HOST}`, `//user@${HOST}`,
  `//localhost@${HOST}`, `//127.0.0.1@${HOST}`, `//${HOST}:443`, `//${HOST}#@localhost`,
  `//${HOST}?localhost`, `//[::1]@${HOST}`, '//2130706433', `javascript:alert(1)`, `/javascript:alert(1)`,
  `JaVaScRiPt:alert(1)`, `java\tscript:alert(1)`, `data:text/html,<script>alert(1)</script>`,
  `vbscript:msgbox(1)`, `file:///etc/passwd`, `〱${HOST}`, `/\u2215/${HOST}`, `／／${HOST}`, '',
];
