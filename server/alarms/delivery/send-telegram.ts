/** A message to a chat of Telegram, by the Bot API. */
import { postJson, postProblem } from './post-json.ts'
import { failed, type SendOutcome } from './send-outcome.ts'

const timeoutMs = 10_000
const maxText = 4000

export interface TelegramMessage {
  readonly api: string
  readonly token: string
  readonly chat: string
  readonly text: string
}

/** The address has the token: it is in no problem and no log. */
export async function sendTelegram(message: TelegramMessage, signal?: AbortSignal): Promise<SendOutcome> {
  const { api, token, chat, text } = message
  const body = JSON.stringify({
    chat_id: chat,
    text: text.slice(0, maxText),
    link_preview_options: { is_disabled: true },
  })
  const url = `${api.replace(/\/+$/, '')}/bot${encodeURIComponent(token).replaceAll('%3A', ':')}/sendMessage`
  // The operator's own setting may lead to a server inside.
  const response = await postJson({ url, body, allowLocal: true, timeoutMs }, signal)
  if (response.kind === 'failed') return failed(postProblem(response.reason))
  const { status } = response
  const { ok, description } = parsed(response.text)
  if (status === 200 && ok) return { kind: 'sent' }
  if (status === 401 || status === 404) return failed('Telegram does not accept the token of the bot', true)
  return failed(
    `Telegram: ${status}${description === '' ? '' : ` ${description.replaceAll(token, '…')}`}`,
    status === 400 || status === 403,
  )
}

function parsed(text: string): { readonly ok: boolean; readonly description: string } {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json !== 'object' || json === null) return { ok: false, description: '' }
    const description: unknown = Reflect.get(json, 'description')
    return {
      ok: Reflect.get(json, 'ok') === true,
      description: typeof description === 'string' ? description.slice(0, 200) : '',
    }
  } catch {
    return { ok: false, description: '' }
  }
}
