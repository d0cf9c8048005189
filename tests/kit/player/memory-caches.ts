const site = 'https://tv.example'

/** The browser's caches, by name; `isBroken`: as in a private window that refuses storage. */
export class MemoryCaches {
  isBroken = false
  readonly byName = new Map<string, Map<string, Response>>()

  async open(name: string) {
    if (this.isBroken) throw new DOMException('no storage here', 'SecurityError')
    const stored = this.byName.get(name) ?? new Map<string, Response>()
    this.byName.set(name, stored)
    const addressOf = (request: string | { url: string }) =>
      new URL(typeof request === 'string' ? request : request.url, site).href
    return {
      match: async (request: string) => stored.get(addressOf(request))?.clone(),
      put: async (request: string, response: Response) => void stored.set(addressOf(request), response),
      keys: async () => [...stored.keys()].map((url) => ({ url })),
      delete: async (request: { url: string }) => stored.delete(addressOf(request)),
    }
  }

  async delete(name: string) {
    if (this.isBroken) throw new DOMException('no storage here', 'SecurityError')
    return this.byName.delete(name)
  }
}
