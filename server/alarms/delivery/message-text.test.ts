import { describe, expect, it } from 'vitest'
import { type AlarmFacts, alarmText } from './message-text.ts'

const beganMs = Date.UTC(2026, 10, 27, 7, 3)
const alarm: AlarmFacts = {
  ...{
    alarmId: 7,
    rule: 'Каналы не работают',
    kind: 'no_signal',
    host: 'up.example',
    beganMs,
    endedMs: null,
  },
  channels: Array.from({ length: 37 }, (_, at) => ({ cid: at + 1, number: at + 1, name: `Kanal ${at + 1}` })),
}
const options = { nowMs: beganMs + 120_000, pageUrl: 'https://tv.example/console/alarms/7' }

describe('[OPS-03] the message of an alarm', () => {
  it('says how many channels of which source, and since when', () => {
    const { subject, body } = alarmText(alarm, 'ru', options)
    expect(subject).toBe('37 каналов: нет сигнала')
    expect(body.split('\n')).toEqual([
      '37 каналов: нет сигнала (источник up.example), с 12:03',
      `${Array.from({ length: 10 }, (_, at) => `${at + 1} Kanal ${at + 1}`).join(', ')} и ещё 27`,
      'https://tv.example/console/alarms/7',
    ])
  })

  it('says at the end how long it lasted, in the language of its target', () => {
    const ended = { ...alarm, endedMs: beganMs + 14 * 60_000, channels: alarm.channels.slice(0, 1) }
    expect(alarmText(ended, 'ru', { ...options, pageUrl: '' }).body).toBe(
      'Снова в порядке: 1 Kanal 1: нет сигнала (источник up.example), началось 12:03, длилось 14 мин',
    )
    expect(alarmText(ended, 'uz', { ...options, pageUrl: '' }).body).toContain('davomiyligi: 14 daqiqa')
    const next = { nowMs: beganMs + 86_400_000, pageUrl: '' }
    expect(alarmText({ ...ended, host: '*' }, 'en', next).body).toBe(
      'Works again: 1 Kanal 1: no signal (several sources), began at 27.11 12:03, lasted 14 min',
    )
  })

  it('of the server itself names no channel', () => {
    const off = {
      ...alarm,
      kind: 'recorder_off',
      host: '',
      channels: [{ cid: 0, number: 0, name: '' }],
    } as const
    expect(alarmText(off, 'en', { ...options, pageUrl: '' }).body).toBe(
      'Channels are not recorded, since 12:03',
    )
  })

  it('of edges names them', () => {
    const channels = [{ cid: 0, number: 0, name: 'Samarkand, Buxoro' }]
    const down = { ...alarm, kind: 'edge_down', host: '', channels } as const
    expect(alarmText(down, 'ru', { ...options, pageUrl: '' }).body).toBe(
      'Samarkand, Buxoro: Узел раздачи не отвечает, с 12:03',
    )
  })
})
