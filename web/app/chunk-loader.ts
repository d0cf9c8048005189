/** What the loader puts into the page: chunks register with `add`; an `import()` becomes `load`. */
interface Chunks {
  add(name: string, run: ChunkBody): void
  load(name: string): Promise<void>
}
type Require = (path: string) => unknown
type ChunkBody = (require: Require, exports: object, module: { exports: object }) => void

/**
 * Loads the chunks of a packaged app with script elements and runs them as CommonJS; then runs `entry`. It is put into
 * the package as the text of this function, so it uses only its own code and only what Chromium 68 has. `needs`: chunk
 * → the chunks it requires at once. `folder`: where the chunks are, with a slash at its end.
 */
export function startChunks(needs: Record<string, string[]>, folder: string, entry: string): void {
  const bodies: Record<string, ChunkBody> = {}
  const modules: Record<string, { exports: object }> = {}
  const loading: Record<string, Promise<void>> = {}

  function require(path: string): object {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const existing = modules[name]
    if (existing !== undefined) return existing.exports
    const body = bodies[name]
    if (body === undefined) throw new Error('chunk ' + name + ' has not loaded')
    const module = { exports: {} }
    modules[name] = module
    body(require, module.exports, module)
    return module.exports
  }

  /** After a failure the next call tries again. */
  function loadOne(name: string): Promise<void> {
    const existing = loading[name]
    if (existing !== undefined) return existing
    const started = new Promise<void>((resolve, reject) => {
      const script = document.createElement('script')
      script.src = folder + name
      script.addEventListener('load', () => resolve())
      script.addEventListener('error', () => {
        delete loading[name]
        reject(new Error('chunk ' + name + ' could not be read'))
      })
      document.head.appendChild(script)
    })
    loading[name] = started
    return started
  }

  /** The chunk and all chunks it requires at once, each only once even when they require each other. */
  function withNeeds(name: string, seen: string[]): string[] {
    if (seen.indexOf(name) < 0) {
      seen.push(name)
      const own = needs[name] || []
      for (let at = 0; at < own.length; at++) withNeeds(own[at] || '', seen)
    }
    return seen
  }

  const chunks: Chunks = {
    add: (name, body) => {
      bodies[name] = body
    },
    load: (name) => Promise.all(withNeeds(name, []).map(loadOne)).then(() => undefined),
  }
  Object.assign(window, { ekranChunks: chunks })
  void chunks.load(entry).then(() => require(entry))
}
