/** Answers that come line by line. */

/** Every line of JSON as soon as it has arrived. */
export async function* readLines<T>(stream: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line) yield JSON.parse(line) as T;
      if (done) break;
    }
    if (rest.trim()) yield JSON.parse(rest) as T;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
