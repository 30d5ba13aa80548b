// Ends with 0 while the server in this container is ready. For health checks, since the image has no other program.
const response = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).catch(() => undefined);
process.exitCode = response?.ok ? 0 : 1;
