import type { Child } from './child.ts'

/**
 * The complete standard output of a program started with `stdout: true`. Undefined when it fails, or writes more than
 * `maxBytes`: then it is killed.
 */
export async function readOutput(child: Child, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of child.stdout ?? []) {
    const buffer = piece as Buffer
    bytes += buffer.length
    if (bytes > maxBytes) child.kill()
    else pieces.push(buffer)
  }
  return (await child.exit).code === 0 && bytes <= maxBytes ? Buffer.concat(pieces) : undefined
}
