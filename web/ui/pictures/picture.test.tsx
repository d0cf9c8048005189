import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { show } from '#tests/kit/dom/show.tsx'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { Portrait } from '#web/ui/cards/portrait.tsx'
import { Picture } from './picture.tsx'

const src = '/images/poster/12/ab12ab12ab12ab12ab12-2a3b4c/320.webp'
const picture = () => document.querySelector('img')

describe('[CAT-09] an image', () => {
  it('is requested in the width of its layout, and at its original address when that fails', async () => {
    await show(<Picture src={src} alt="Кадр" sizes="20vw" from={160} to={320} />)
    expect(picture()?.srcset.split(', ')).toHaveLength(3)
    fireEvent.error(picture() as HTMLElement)
    expect(picture()?.srcset).toBe('')
    expect(picture()?.getAttribute('src')).toBe(src)
  })

  it('that does not load shows the initials of its subject, and its alternative text', async () => {
    await show(<Picture src={src} alt="Кадр" name="Летят журавли" sizes="20vw" />)
    fireEvent.error(picture() as HTMLElement)
    fireEvent.error(picture() as HTMLElement)
    expect(picture()).toBeNull()
    expect(screen.getByRole('img', { name: 'Кадр' }).textContent).toBe('ЛЖ')
  })

  it('is loaded again when its address changes', async () => {
    const next = src.replace('/12/', '/13/')
    function Changing() {
      const [current, setCurrent] = useState(src)
      return (
        <button type="button" onClick={() => setCurrent(next)}>
          <Picture src={current} alt="" name="Летят журавли" sizes="20vw" />
        </button>
      )
    }
    const { user } = await show(<Changing />)
    fireEvent.error(picture() as HTMLElement)
    fireEvent.error(picture() as HTMLElement)
    expect(picture()).toBeNull()
    await user.click(screen.getByRole('button'))
    expect(picture()?.getAttribute('src')).toBe(next)
  })

  it('has its own colour as a placeholder until it has loaded', async () => {
    await show(<Picture src={src} alt="" sizes="20vw" />)
    expect(picture()?.style.backgroundColor).toBe('#2a3b4c')
    fireEvent.load(picture() as HTMLElement)
    expect(picture()?.style.backgroundColor).toBe('')
  })

  it('in the first screen is loaded at once, others when they are near', async () => {
    const { unmount } = await show(<Picture src={src} alt="" sizes="20vw" eager="high" />)
    expect(picture()?.getAttribute('loading')).toBe('eager')
    unmount()
    await show(<Picture src={src} alt="" sizes="20vw" />)
    expect(picture()?.getAttribute('loading')).toBe('lazy')
  })

  it('that is missing is hidden from a screen reader when the text beside it says the same', async () => {
    await show(<Picture src="" alt="" name="Ёлка" sizes="20vw" />)
    expect(screen.queryByRole('img')).toBeNull()
    expect(document.body.textContent).toContain('Ё')
  })
})

describe('[TV-09] the logo of a channel', () => {
  it('is its initials when there is no logo, or it fails to load', async () => {
    const { unmount } = await show(<ChannelLogo name="Setanta Sports Plus HD" logo="" />)
    expect(document.body.textContent).toContain('SSP')
    unmount()
    await show(<ChannelLogo name="Milliy TV" logo="/images/logo/1/320.webp" />)
    expect(document.body.textContent).not.toContain('MT')
    fireEvent.error(picture() as HTMLElement)
    expect(document.body.textContent).toContain('MT')
  })
})

describe('[FILM-01] a person', () => {
  it.each([null, ''])('without a photo (%j) has the letters of the name', async (photo) => {
    await show(<Portrait name="Татьяна Самойлова" photo={photo} sizes="96px" />)
    expect(picture()).toBeNull()
    expect(document.body.textContent).toContain('ТС')
  })
})
