/** A request of an upload. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  bytes: number;
}

export type Reply = { status: number; headers?: Record<string, string>; body?: string };

/** Of the tus protocol what the queue needs, in memory. It answers when `settle` is next awaited or timers run. */
export class UploadServer {
  readonly requests: SentRequest[] = [];
  readonly uploads = new Map<string, { size: number; offset: number }>();
  #lastId = 0;
  /** Answers in place of the server: `lost` ends the request without a response, `silent` never does. */
  intercept: (request: SentRequest) => Reply | 'lost' | 'silent' | undefined = () => undefined;

  /** The requests so far, as "PATCH 0". */
  get log(): string[] {
    return this.requests.map(({ method, headers }) =>
      method === 'PATCH' ? `PATCH ${headers['Upload-Offset']}` : method,
    );
  }

  handle(request: SentRequest): Reply | 'lost' | 'silent' {
    this.requests.push(request);
    return this.intercept(request) ?? this.accept(request);
  }

  /** What the server does with a request. */
  accept({ method, url, headers, bytes }: SentRequest): Reply {
    const { pathname } = new URL(url);
    if (method === 'POST') {
      this.#lastId += 1;
      const path = `${pathname}/u_${this.#lastId}`;
      this.uploads.set(path, { size: Number(headers['Upload-Length']), offset: 0 });
      return { status: 201, headers: { Location: path } };
    }
    const upload = this.uploads.get(pathname);
    if (upload === undefined) return { status: 404 };
    if (method === 'DELETE') {
      this.uploads.delete(pathname);
      return { status: 204 };
    }
    if (method === 'PATCH') upload.offset += bytes;
    const state = { 'Upload-Offset': `${upload.offset}`, 'Upload-Length': `${upload.size}` };
    return { status: method === 'HEAD' ? 200 : 204, headers: state };
  }
}

/** @returns an XMLHttpRequest that reaches only the server given */
export function xhrTo(server: UploadServer) {
  return class {
    readonly upload: { onprogress?: (event: object) => void } = {};
    onload?: () => void;
    onerror?: (event: Error) => void;
    status = 0;
    responseText = '';
    #headers: Record<string, string> = {};
    #answer: Record<string, string> = {};
    #method = '';
    #url = '';
    #isAborted = false;

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }

    getResponseHeader(name: string): string | null {
      return this.#answer[name] ?? null;
    }

    abort(): void {
      this.#isAborted = true;
      // As in browsers, where nothing is left of the response either.
      this.status = 0;
      this.responseText = '';
      this.#answer = {};
    }

    send(body: Blob | null): void {
      // As in browsers, where aborting a request that was not sent changes nothing.
      this.#isAborted = false;
      const bytes = body?.size ?? 0;
      const reply = server.handle({ method: this.#method, url: this.#url, headers: this.#headers, bytes });
      setTimeout(() => {
        if (this.#isAborted) return;
        if (bytes > 0) this.upload.onprogress?.({ lengthComputable: true, loaded: bytes });
        if (reply === 'silent') return;
        if (reply === 'lost') return this.onerror?.(new Error('lost'));
        this.status = reply.status;
        this.responseText = reply.body ?? '';
        this.#answer = reply.headers ?? {};
        this.onload?.();
      }, 10);
    }
  };
}
