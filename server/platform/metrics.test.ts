import { afterEach, describe, expect, it } from 'vitest'
import { createMetrics, type Metrics } from './metrics.ts'

let metrics: Metrics
afterEach(() => metrics.close())

async function lines(start: string) {
  return (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(start))
}

describe('[OPS-03] the metrics', () => {
  it('count responses by endpoint and status class', async () => {
    metrics = createMetrics()
    metrics.httpAnswered('channels.list', 200, 0.004)
    metrics.httpAnswered('channels.list', 204, 3)
    metrics.httpAnswered('channels.list', 503, 0.004)
    const name = 'ekran_http_request_duration_seconds'
    expect(await lines(`${name}_count`)).toEqual([
      `${name}_count{endpoint="channels.list",status="2xx"} 2`,
      `${name}_count{endpoint="channels.list",status="5xx"} 1`,
    ])
    expect(await lines(`${name}_bucket{le="0.005",endpoint="channels.list",status="2xx"}`)).toEqual([
      expect.stringMatching(/ 1$/),
    ])
  })

  it('count refusals by their name, which a status of 200 does not show', async () => {
    metrics = createMetrics()
    metrics.httpRefused('accounts.login', 'wrong_credentials')
    metrics.httpRefused('accounts.login', 'wrong_credentials')
    expect(await lines('ekran_http_refusals_total')).toEqual([
      'ekran_http_refusals_total{endpoint="accounts.login",failure="wrong_credentials"} 2',
    ])
  })

  it('read a gauge when the page is read, and drop labels that are gone', async () => {
    metrics = createMetrics()
    let count = 1
    let states: Readonly<Record<string, number>> = { on_air: 2, off: 1 }
    metrics.gauge('ekran_test', 'A number', () => count)
    metrics.gaugeByLabel('ekran_states', 'By state', 'state', () => states)
    expect(await lines('ekran_test')).toEqual(['ekran_test 1'])
    count = 5
    states = { on_air: 3 }
    expect(await lines('ekran_test')).toEqual(['ekran_test 5'])
    expect(await lines('ekran_states')).toEqual(['ekran_states{state="on_air"} 3'])
  })

  it('describe the process itself, in base units', async () => {
    metrics = createMetrics()
    for (const name of [
      'ekran_memory_resident_bytes',
      'ekran_cpu_seconds',
      'ekran_uptime_seconds',
      'ekran_event_loop_delay_p99_seconds',
    ])
      expect(await lines(`${name} `), name).toHaveLength(1)
  })
})
