/** Checks `isSo` every tenth of a second until it is true; throws after `limitMs`. */
export async function waitFor(isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  const until = Date.now() + limitMs
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(`the condition was not met within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
