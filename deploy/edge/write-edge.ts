/** Writes the configuration of an nginx edge into a folder: `node deploy/edge/write-edge.ts --help`. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions, usage } from './edge-options.ts'
import { renderEdge } from './render-edge.ts'

function run(args: readonly string[]): void {
  if (args.includes('--help') || args.length === 0) return void process.stdout.write(usage)
  const read = readOptions(args, textOf)
  if (read.kind === 'wrong') {
    process.stderr.write(`Nothing was written.\n${read.problems.map((problem) => `  ${problem}\n`).join('')}`)
    process.exitCode = 1
    return
  }
  const { options, out } = read
  mkdirSync(out, { recursive: true })
  const script = readFileSync(join(import.meta.dirname, 'ticket.js'), 'utf8')
  for (const { name, text, isSecret } of renderEdge(options, script)) {
    const path = join(out, name)
    writeFileSync(path, text, { mode: isSecret ? 0o600 : 0o644 })
    // A file of that name may be there with other permissions.
    chmodSync(path, isSecret ? 0o600 : 0o644)
  }
  process.stdout.write(`Written to ${out}. On the edge:
  install -d ${options.folders.config} ${options.folders.acme} && install -d -o www-data ${options.folders.cache}
  mv ${join(out, 'ekran.conf')} /etc/nginx/conf.d/ekran.conf
  mv ${out}/* ${options.folders.config}/
  nginx -t && systemctl reload nginx
`)
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

run(process.argv.slice(2))
