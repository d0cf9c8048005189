import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordings } from '#contract/channels/recordings.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { RecordAction } from './record-action.tsx'

const hours = { used_sec: 0, granted_sec: 36_000, recordings: [] }
const programme = { cid: 7, pid: 70, title: 'Опера' }

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

const button = () => screen.queryByRole('button', { name: 'Сохранить запись' })

async function open(cids: readonly number[] | undefined) {
  server.responds(recordings.list, { ...hours, ...(cids === undefined ? {} : { cids: [...cids] }) })
  await show(<RecordAction programme={programme} />, { as: viewer })
  await waitFor(() => expect(server.requests(recordings.list)).toHaveLength(1))
}

describe('[FOLLOW-03] keeping a programme', () => {
  it('is offered for a channel whose programmes can be kept, and by a server that does not say', async () => {
    await open([6, 7])
    await waitFor(() => expect(button()).not.toBeNull())
  })

  it('is offered where the server does not say', async () => {
    await open(undefined)
    await waitFor(() => expect(button()).not.toBeNull())
  })

  it('is not offered for a channel whose programmes cannot be kept', async () => {
    await open([6])
    await waitFor(() => expect(button()).toBeNull())
  })
})
