/** What `write-edge.ts` writes: its structure, without an nginx. `npm run edge` tries the same with a real one. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { insidePrefixes } from './edge-files.ts'
import { type EdgeOptions, readOptions } from './edge-options.ts'
import { renderEdge } from './render-edge.ts'
import { cacheSizes } from './render-http.ts'

const secret = 'a-ticket-secret-of-an-installation-0123456789'
const pepper = 'the-pepper-of-passwords-which-no-edge-needs-01'
const files: Readonly<Record<string, string>> = {
  'secrets.json': JSON.stringify({ ticketSecrets: [secret], passwordPepper: pepper }),
  'broken.json': '{"ticketSecrets": ["short"]}',
  'inside.txt': '# date: 2026-11-01\n84.54.64.0/19\n2a05:45c0::/32\n!84.54.70.0/24   # leased abroad\n',
  'empty.txt': '# nothing\n',
}
const read = (args: string) => readOptions(args.split(' ').filter(Boolean), (path) => files[path])
const minimal = '--name tv.example.uz --origin 10.0.0.5:8080 --out /tmp/edge'
const local = `${minimal} --check local --secrets secrets.json --inside inside.txt`

function optionsOf(args: string): EdgeOptions {
  const result = read(args)
  if (result.kind === 'wrong') throw new Error(result.problems.join('\n'))
  return result.options
}

function rendered(args: string) {
  const byName = new Map(renderEdge(optionsOf(args), '// ticket.js').map((file) => [file.name, file]))
  return { text: (name: string) => byName.get(name)?.text ?? '', names: [...byName.keys()] }
}

interface Directive {
  readonly words: string
  readonly block: readonly Directive[] | undefined
}

/** Reads nginx's form: directives that end with a semicolon or have a block. Throws where braces do not match. */
function parse(text: string): Directive[] {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#[^\n]*|[{};]|[^\s{};"']+/g) ?? []
  const stack: { words: string[]; list: Directive[] }[] = [{ words: [], list: [] }]
  const top = () => stack.at(-1) ?? { words: [], list: [] }
  for (const token of tokens.filter((one) => !one.startsWith('#'))) {
    if (token === ';') top().list.push({ words: top().words.splice(0).join(' '), block: undefined })
    else if (token === '{') stack.push({ words: [], list: [] })
    else if (token === '}') {
      const ended = stack.pop()
      if (ended === undefined || ended.words.length > 0 || stack.length === 0)
        throw new Error('braces do not match')
      top().list.push({ words: top().words.splice(0).join(' '), block: ended.list })
    } else top().words.push(token)
  }
  if (stack.length !== 1 || top().words.length > 0) throw new Error('a block or a directive does not end')
  return top().list
}

function allOf(list: readonly Directive[]): Directive[] {
  return list.flatMap((one) => [one, ...allOf(one.block ?? [])])
}

/** Variables of nginx itself that the configuration uses. */
const builtIn =
  /^(?:args|arg_\w+|body_bytes_sent|bytes_sent|host|hostname|http_\w+|proxy_add_x_forwarded_for|remote_addr|request_method|request_time|request_uri|scheme|server_protocol|slice_range|status|time_iso8601|upstream_\w+|uri)$/

const shapes = {
  'with the origin': minimal,
  'with a check of its own': local,
  'for everybody': `${minimal} --check local --secrets secrets.json --everybody-inside`,
  'as a shield': `${local} --shield-for 10.0.1.0/24 --shield-for 2001:db8::7`,
  "on a partner's machine": `${minimal} --media-only`,
  'before shields': `${local} --media shield-1.example.uz:443 --media shield-2.example.uz:443;weight=2 --origin-tls tv.example.uz`,
}

describe.each(Object.entries(shapes))('the configuration of an edge %s', (_, args) => {
  const { text, names } = rendered(args)
  const main = parse(text('ekran.conf'))
  const all = allOf(main)

  it('[EDGE-01] uses only caches, servers, variables and files that it defines', () => {
    const zones = [...text('ekran.conf').matchAll(/keys_zone=(\w+):/g)].map(([, zone]) => zone)
    const others = names.filter((name) => name !== 'ekran.conf').map(text)
    const source = [...all.map(({ words }) => words), ...others].join('\n')
    const used = [...source.matchAll(/proxy_cache (\w+)/g)].map(([, zone]) => zone)
    expect(used.length).toBeGreaterThan(0)
    for (const zone of used) expect(zones).toContain(zone)
    const upstreams = main
      .filter(({ words }) => words.startsWith('upstream '))
      .map(({ words }) => words.slice(9))
    for (const [, target = ''] of source.matchAll(/proxy_pass https?:\/\/(\w+)/g))
      expect(upstreams).toContain(target)
    const defined = new Set([
      ...[...source.matchAll(/(?:^|\n)(?:map \S+(?: \S+)??|geo|js_set) \$(\w+)/g)].map(([, name]) => name),
      ...[...source.matchAll(/map "[^"]*" \$(\w+)/g)].map(([, name]) => name),
      ...[...source.matchAll(/auth_request_set \$(\w+)/g)].map(([, name]) => name),
      ...[...source.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name),
    ])
    // A dollar at the end of an expression is no variable.
    for (const [, name = ''] of source.matchAll(/\$(\w+)/g))
      expect(defined.has(name) || builtIn.test(name), `$${name}`).toBe(true)
    for (const { words } of all)
      if (words.startsWith('include ')) expect(names).toContain(words.split('/').at(-1))
  })

  it('[EDGE-01] checks a ticket in every location that caches, and logs no address that contains one', () => {
    const servers = main.filter(({ words }) => words === 'server').map(({ block = [] }) => block)
    const locations = servers
      .flat()
      .filter(({ words }) => /^location .*(?:\/p\/|@refused|= \/(?:ticket|class)$)/.test(words))
    expect(locations.length).toBeGreaterThanOrEqual(7)
    for (const { words, block = [] } of locations) {
      const own = block.map((directive) => directive.words)
      expect(own, words).toContain('error_log /dev/null crit')
      const isVerdict = own.includes('internal')
      if (own.some((one) => one.startsWith('proxy_cache ')) && !isVerdict)
        expect(
          own.some((one) => /^auth_request \/(?:ticket|class)$/.test(one)),
          words,
        ).toBe(true)
    }
    const [format = ''] = all.filter(({ words }) => words.startsWith('log_format ')).map(({ words }) => words)
    expect(format).toContain('$logged_path')
    expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|uri|http_referer)\b/)
  })

  it('[EDGE-01] contains secrets only in the file that root alone may read', () => {
    for (const file of renderEdge(optionsOf(args), '')) {
      expect(file.text.includes(secret), file.name).toBe(file.isSecret)
      expect(file.text).not.toContain(pepper)
    }
  })
})

describe("an edge on a partner's machine", () => {
  it('[EDGE-01] passes on media and its check, and neither the site nor the console', () => {
    const { text } = rendered(`${minimal} --media-only`)
    const all = allOf(parse(text('ekran.conf')))
    const open = all.filter(({ words }) => words.startsWith('location '))
    const site = open.filter(
      ({ words }) => !/\/p\/|^location (?:= \/(?:ticket|healthz)|@refused)/.test(words),
    )
    expect(site.map(({ words, block }) => [words, block?.map((one) => one.words)])).toEqual([
      ['location ^~ /.well-known/acme-challenge/', ['root /var/www/acme', 'default_type text/plain']],
      ['location /', ['return 301 https://$host$request_uri']],
      ['location /', ['return 404']],
    ])
    expect(text('ekran.conf')).not.toMatch(/ekran_api|ekran_console/)
    expect(read(`${minimal} --media-only --console 10.0.0.5:8080`)).toMatchObject({ kind: 'wrong' })
  })
})

describe('the options of an edge', () => {
  it('[EDGE-01] are read, with sizes that add up to the disk', () => {
    const options = optionsOf(`${minimal} --cache-gb 1000 --film-share 0.8 --origin 10.0.0.6:8080;weight=3`)
    expect(options.origins).toEqual([
      { address: '10.0.0.5:8080', weight: 1 },
      { address: '10.0.0.6:8080', weight: 3 },
    ])
    expect(options.certificate).toBe('/etc/letsencrypt/live/tv.example.uz/fullchain.pem')
    const { films, channels } = cacheSizes(options)
    expect([films.gb, channels.gb]).toEqual([799, 200])
    expect(films.keysMb).toBe(Math.ceil(799e9 / 1e6 / 8000) + 1)
  })

  it.each([
    ['', ['--name is missing', '--origin is missing', '--out is missing']],
    [`${minimal} --name a;b`, ['--name a;b']],
    [`${minimal} --origin 10.0.0.5`, ['--origin 10.0.0.5: host:port is needed']],
    [`${minimal} --origin 10.0.0.5:70000`, ['--origin 10.0.0.5:70000']],
    [`${minimal} --cache-gb ten`, ['--cache-gb ten: a number from 5']],
    [`${minimal} --key /etc/a;b`, ['/etc/a;b: a path']],
    [`${minimal} --shield-for everybody`, ['--shield-for everybody']],
    [`${minimal} --check both`, ['--check both: origin or local']],
    [`${minimal} --secrets secrets.json`, ['for --check local only']],
    [`${minimal} --check local`, ['needs --secrets', 'needs either --inside']],
    [`${local} --everybody-inside`, ['needs either --inside']],
    [`${minimal} --check local --everybody-inside --secrets broken.json`, ['has no ticketSecrets']],
    [`${minimal} --check local --everybody-inside --secrets no.json`, ['no.json: the file cannot be read']],
    [`${minimal} --check local --secrets secrets.json --inside empty.txt`, ['contains no prefix']],
    [`${minimal} --colour red`, ['colour']],
  ])('[EDGE-01] "%s" is refused in words', (args, parts) => {
    const result = read(args)
    expect(result.kind).toBe('wrong')
    const problems = result.kind === 'wrong' ? result.problems.join('\n') : ''
    for (const part of parts) expect(problems).toContain(part)
  })

  it('[EDGE-01] the list of the national network keeps its holes, and names lines that are none', () => {
    const problems: string[] = []
    const prefixes = insidePrefixes(files['inside.txt'] ?? '', problems)
    expect(problems).toEqual([])
    expect(prefixes).toContainEqual({ prefix: '84.54.70.0/24', isInside: false })
    expect(prefixes).toContainEqual({ prefix: '10.0.0.0/8', isInside: true })
    for (const line of ['300.1.1.1/8', '10.0.0.0/33', '2a05::/129', 'inside;', '1.2.3.4 }']) {
      const own: string[] = []
      insidePrefixes(`84.54.64.0/19\n${line}\n`, own)
      expect(own.join(), line).toContain('line 2')
    }
  })
})

it('[EDGE-01] the example beside it is what it writes', () => {
  expect(readFileSync('deploy/edge/ekran.conf', 'utf8')).toBe(
    rendered('--name tv.example.uz --origin 127.0.0.1:8080 --out x').text('ekran.conf'),
  )
})
