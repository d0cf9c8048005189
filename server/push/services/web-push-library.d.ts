/** What is used of web-push, which has no types of its own. */
declare module 'web-push' {
  export interface VapidKeys {
    /** base64url: 65 bytes, uncompressed. */
    readonly publicKey: string
    /** base64url: 32 bytes. */
    readonly privateKey: string
  }
  export interface RequestDetails {
    readonly method: 'POST'
    readonly endpoint: string
    readonly headers: Readonly<Record<string, string | number>>
    readonly body: Buffer
  }
  interface WebPush {
    generateVAPIDKeys(): VapidKeys
    /** Encrypts the payload (RFC 8291) and signs the request (RFC 8292). Throws for keys that are none. */
    generateRequestDetails(
      subscription: {
        readonly endpoint: string
        readonly keys: { readonly p256dh: string; readonly auth: string }
      },
      payload: string,
      options: {
        readonly vapidDetails: VapidKeys & { readonly subject: string }
        readonly TTL: number
        readonly urgency: 'high'
        readonly topic: string
      },
    ): RequestDetails
  }
  const webPush: WebPush
  export default webPush
}
