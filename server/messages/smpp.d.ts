/** The part of the package `smpp` that we use; it has no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'

  export interface Pdu {
    readonly command: string
    readonly command_status: number
    readonly esm_class?: number
    readonly message_id?: string
    readonly message_state?: number
    readonly receipted_message_id?: string
    readonly short_message?: { readonly message?: string | Buffer }
    response(options?: { readonly command_status?: number }): Pdu
  }

  export type Fields = Readonly<Record<string, string | number | Buffer>>

  export interface Session extends EventEmitter {
    bind_transceiver(fields: Fields, onResponse: (pdu: Pdu) => void): boolean
    submit_sm(fields: Fields, onResponse: (pdu: Pdu) => void): boolean
    enquire_link(fields: Fields, onResponse: (pdu: Pdu) => void): boolean
    unbind(fields: Fields, onResponse: (pdu: Pdu) => void): boolean
    send(pdu: Pdu): boolean
    destroy(): void
  }

  const smpp: { connect(options: { readonly host: string; readonly port: number }): Session }
  export default smpp
}
