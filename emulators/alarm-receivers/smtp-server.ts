/** A mail server (RFC 5321) for one domain of the tests: EHLO, AUTH PLAIN and LOGIN, MAIL, RCPT, DATA, RSET, QUIT. */
import { createServer, type Server, type Socket } from 'node:net'
import type { Mailbox } from './mailbox.ts'

export interface SmtpOptions {
  readonly user: string
  readonly password: string
  readonly mailbox: Mailbox
}

const maxMessageBytes = 1024 * 1024

interface Session {
  isLoggedIn: boolean
  from: string | undefined
  to: string[]
  /** The lines of a message while it arrives. */
  data: string[] | undefined
  /** The steps of AUTH LOGIN that are still to come. */
  login: string[] | undefined
}

export function createSmtpServer(options: SmtpOptions): Server {
  return createServer((socket) => {
    const session: Session = { isLoggedIn: false, from: undefined, to: [], data: undefined, login: undefined }
    const reply = (line: string) => socket.write(`${line}\r\n`)
    let text = ''
    socket.setEncoding('utf8').setTimeout(30_000, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('data', (piece: string) => {
      text += piece
      if (text.length > maxMessageBytes) return void socket.destroy()
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        handleLine(line, session, options, { socket, reply })
      }
    })
    reply('220 mail.example.uz ESMTP')
  })
}

interface Connection {
  readonly socket: Socket
  reply(line: string): void
}

function handleLine(
  line: string,
  session: Session,
  options: SmtpOptions,
  { socket, reply }: Connection,
): void {
  if (session.data !== undefined) return takeData(line, session, options, reply)
  if (session.login !== undefined) return takeLogin(line, session, options, reply)
  const [verb = '', ...rest] = line.split(' ')
  switch (verb.toUpperCase()) {
    case 'EHLO':
      reply('250-mail.example.uz')
      return reply('250 AUTH PLAIN LOGIN')
    case 'HELO':
    case 'NOOP':
      return reply('250 mail.example.uz')
    case 'RSET':
      resetMessage(session)
      return reply('250 2.0.0 OK')
    case 'AUTH':
      return authenticate(rest, session, options, reply)
    case 'MAIL':
    case 'RCPT':
      return takeEnvelope(line, session, reply)
    case 'DATA':
      if (session.to.length === 0) return reply('503 5.5.1 Valid RCPT command must precede DATA')
      session.data = []
      return reply('354 End data with <CR><LF>.<CR><LF>')
    case 'QUIT':
      reply('221 2.0.0 Bye')
      return void socket.end()
    default:
      return reply('502 5.5.2 Command not recognized')
  }
}

type Reply = (line: string) => void

function authenticate(words: readonly string[], session: Session, options: SmtpOptions, reply: Reply): void {
  const [mechanism = '', initial] = words
  if (mechanism.toUpperCase() === 'PLAIN' && initial !== undefined) {
    const [, user = '', password = ''] = Buffer.from(initial, 'base64').toString('utf8').split('\0')
    return finishLogin(user, password, session, options, reply)
  }
  if (mechanism.toUpperCase() !== 'LOGIN') return reply('504 5.5.4 Unrecognized authentication type')
  session.login = []
  return reply('334 VXNlcm5hbWU6')
}

function takeLogin(line: string, session: Session, options: SmtpOptions, reply: Reply): void {
  const words = [...(session.login ?? []), Buffer.from(line, 'base64').toString('utf8')]
  session.login = words
  if (words.length === 1) return reply('334 UGFzc3dvcmQ6')
  session.login = undefined
  return finishLogin(words[0] ?? '', words[1] ?? '', session, options, reply)
}

function finishLogin(
  user: string,
  password: string,
  session: Session,
  options: SmtpOptions,
  reply: Reply,
): void {
  session.isLoggedIn = user === options.user && password === options.password
  reply(
    session.isLoggedIn
      ? '235 2.7.0 Authentication successful'
      : '535 5.7.8 Authentication credentials invalid',
  )
}

function takeEnvelope(line: string, session: Session, reply: Reply): void {
  if (!session.isLoggedIn) return reply('530 5.7.0 Authentication required')
  const [, verb = '', address] = /^(MAIL FROM|RCPT TO):\s*<([^<>]*)>/i.exec(line) ?? []
  if (address === undefined) return reply('501 5.5.4 Syntax: MAIL FROM:<address> or RCPT TO:<address>')
  if (verb.toUpperCase() === 'MAIL FROM') {
    resetMessage(session)
    session.from = address
    return reply('250 2.1.0 OK')
  }
  if (session.from === undefined) return reply('503 5.5.1 MAIL first')
  if (!address.endsWith('@example.uz')) return reply('550 5.1.1 No such user here')
  session.to.push(address)
  return reply('250 2.1.5 OK')
}

function takeData(line: string, session: Session, { mailbox }: SmtpOptions, reply: Reply): void {
  // A dot at the beginning of a line is doubled by the sender.
  if (line !== '.') return void session.data?.push(line.startsWith('..') ? line.slice(1) : line)
  const lines = session.data ?? []
  const failure = mailbox.takeFailure('email')
  if (failure !== undefined) {
    resetMessage(session)
    return reply(`${failure} 4.3.0 Try again later`)
  }
  const { headers, text } = parseMessage(lines)
  for (const to of session.to) mailbox.add({ way: 'email', to, text, headers })
  resetMessage(session)
  return reply('250 2.0.0 Queued')
}

function resetMessage(session: Session): void {
  session.from = undefined
  session.to = []
  session.data = undefined
}

function parseMessage(lines: readonly string[]) {
  const blank = lines.indexOf('')
  const head = lines
    .slice(0, blank)
    .join('\n')
    .replace(/\n[ \t]+/g, ' ')
  const headers = Object.fromEntries(
    head.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())]
    }),
  )
  const body = lines.slice(blank + 1).join('\n')
  return { headers, text: decodedBody(body, headers['content-transfer-encoding'] ?? '').trim() }
}

function decodedBody(body: string, encoding: string): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding.toLowerCase() === 'quoted-printable' ? quotedPrintable(body.replace(/=\n/g, '')) : body
}

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=` of RFC 2047. */
function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, form: string, word: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    )
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
