import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadCommands } from './command-list.ts'
import { readCommandLine } from './command-line.ts'

const commands = await loadCommands()

describe('a command line', () => {
  it('[OPS-01] names a command with its words and options', () => {
    const channels = readCommandLine(['import', 'channels', 'a.m3u', '--record'], commands)
    if (channels.kind !== 'run') throw new Error(channels.text)
    expect(channels.command.name).toBe('import channels')
    expect(channels.input.words).toEqual(['a.m3u'])
    expect(channels.input.flag('record')).toBe(true)
    expect(channels.input.flag('groups')).toBe(false)
    const guide = readCommandLine(['import', 'guide', 'g.xml', '--zone', '+05:00', '--zone=+03:00'], commands)
    expect(guide.kind === 'run' && guide.input.text('zone')).toBe('+03:00')
    expect(guide.kind === 'run' && guide.input.text('report')).toBeUndefined()
  })

  it('[OPS-01] has options that begin with no, off unless they are written', () => {
    for (const [args, isOn] of [
      [['--no-wait'], true],
      [[], false],
    ] as const) {
      const films = readCommandLine(['import', 'films', 'x', ...args], commands)
      expect(films.kind === 'run' && films.input.flag('no-wait')).toBe(isOn)
    }
  })

  it('accepts words after -- unchanged', () => {
    const line = readCommandLine(['network', 'world', '--', '--force'], commands)
    expect(line.kind === 'run' && line.input.words).toEqual(['--force'])
  })

  it.each([
    [['dance'], "unknown command 'dance'"],
    [['network', 'chek', 'x'], "unknown command 'chek' (Did you mean check?)"],
    [['import', 'films', 'x', '--agian=secret'], 'unknown option --agian'],
    [['import', 'films', 'x', '--record'], 'unknown option --record'],
    [['import', 'films', 'x', '-rsecret'], 'unknown option -r'],
    [['import', 'films', 'x', '--again=secret'], 'unknown option --again'],
    [['import', 'films'], 'import films takes 1 word after it'],
    [['import', 'films', ''], 'needs to know what to take'],
    [['import', 'films', 'a', 'b'], 'put names with spaces in quotes'],
    [['import', 'channels', 'https://example.org/a.m3u'], 'download it first'],
    [['import', 'channels', 'a.m3u', '--base', 'nowhere'], 'is not an address'],
    [['import', 'guide', 'g.xml', '--zone', 'Mars'], 'neither like +05:00'],
    [['import', 'guide', 'g.xml', '--zone'], 'argument missing'],
    [['import', 'guide', 'g.xml', '--shift-days', '1.5'], 'is not a number of days'],
    [['status', 'x'], 'takes no words after it'],
  ])('reports the error in %j', (args, problem) => {
    const line = readCommandLine(args, commands)
    expect(line).toMatchObject({ kind: 'wrong', problem: expect.stringContaining(problem) })
    expect(line.kind === 'wrong' && line.problem).not.toContain('secret')
  })

  it('has help: for all, for a group, for each command', () => {
    for (const args of [[], ['help'], ['--help'], ['-h']])
      expect(readCommandLine(args, commands)).toMatchObject({
        kind: 'help',
        text: expect.stringContaining('Exit codes'),
      })
    const films = readCommandLine(['import', 'films', '--help'], commands)
    expect(films).toMatchObject({ kind: 'help', text: expect.stringContaining('import films <folder>') })
    for (const { name } of commands)
      expect(readCommandLine([...name.split(' '), '-h'], commands).kind).toBe('help')
  })

  it('accepts every option in its usage and in its help', () => {
    for (const { name, usage, help, options = {} } of commands) {
      const listed = [...help.matchAll(/^ {2}(--[a-z][a-z-]*(?:, --[a-z][a-z-]*)*)/gm)].map(([, one]) => one)
      const documented = [...`${usage} ${listed.join(' ')}`.matchAll(/--([a-z][a-z-]*)/g)].map(
        ([, one]) => one,
      )
      expect(
        documented.filter((one) => !Object.hasOwn(options, one ?? '')),
        name,
      ).toEqual([])
    }
  })

  it('documents every option it accepts', () => {
    for (const { name, usage, help, options = {} } of commands)
      expect(
        Object.keys(options).filter((option) => !`${usage}\n${help}`.includes(`--${option}`)),
        name,
      ).toEqual([])
  })

  it('accepts every example of its help', () => {
    const examples = commands.flatMap(({ name, help }) =>
      [...help.replaceAll(/\\\n\s*/g, '').matchAll(/^ {2}npm run (?:--silent )?ekran -- (.+)$/gm)].map(
        ([, words = '']) => ({
          name,
          words,
        }),
      ),
    )
    expect(examples.length).toBeGreaterThan(commands.length)
    for (const { name, words } of examples) {
      // Parsed like a shell: quoted words are one, and what follows > or | does not belong to the command.
      const [own = ''] = words.split(/ [>|<] /)
      const args = [...own.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)
      expect(readCommandLine(args, commands), `${name}: ${words}`).toMatchObject({ kind: 'run' })
    }
  })

  it('is parsed whatever it contains', () => {
    fc.assert(fc.property(fc.array(fc.string()), (words) => void readCommandLine(words, commands)))
  })
})
