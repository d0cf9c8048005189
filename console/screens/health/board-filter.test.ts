import { describe, expect, it } from 'vitest'
import { type BoardChannel, countViews, filterBoard, readBoardFilter } from './board-filter.ts'

const channel = (number: number, name: string, level: BoardChannel['level']): BoardChannel => ({
  ...{
    cid: number,
    number,
    name,
    is_radio: false,
    level,
    problems: [],
    words: '',
    source: 1,
    source_count: 1,
  },
  ...{ bits_per_second: null, last_segment_at: null, guide_until: null, plays: 0, failed_plays: 0 },
  ...{ alarm_id: null, acknowledged_by: '', muted_until: null, muted_by: '', mute_reason: '' },
})
const board = [channel(7, 'Sport', 'bad'), channel(1, 'Toʻlqin', 'good'), channel(2, 'Sport 2', 'good')]

describe('the board', () => {
  it('is filtered by what its address has, and by nothing where that is wrong', () => {
    expect(readBoardFilter(new URLSearchParams('show=bad&q=sport'))).toEqual({ view: 'bad', text: 'sport' })
    expect(readBoardFilter(new URLSearchParams('show=worst'))).toEqual({ view: 'all', text: '' })
  })

  it('stays in its order, and finds a channel by number or name in any spelling', () => {
    const numbers = (view: 'all' | 'good', text: string) =>
      filterBoard(board, { view, text }).map(({ number }) => number)
    expect(numbers('all', '')).toEqual([7, 1, 2])
    expect(numbers('all', 'sport')).toEqual([7, 2])
    expect(numbers('good', 'sport')).toEqual([2])
    expect(numbers('all', "to'lqin")).toEqual([1])
    expect([...countViews(board)]).toEqual([
      ['all', 3],
      ['bad', 1],
      ['warning', 0],
      ['good', 2],
      ['off', 0],
    ])
  })
})
