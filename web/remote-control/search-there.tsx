import { useEffect, useRef, useState } from 'react'
import type { Television } from '#contract/playback/remote-control.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import inputs from '#web/ui/controls/input.module.css'
import { useRemoteText } from './remote-text.ts'
import { useSending } from './use-sending.ts'
import styles from './search-there.module.css'

/** The pause in typing after which the television searches. */
const pauseMs = 300
const maxText = 200

/** Types into the television's search: the text entered here appears there. */
export function SearchThere({ tv }: { readonly tv: Television }) {
  const t = useRemoteText()
  const [text, setText] = useState(tv.state?.search ?? '')
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(text)
  const send = useLatest(useSending(tv.device_id))
  useEffect(() => {
    if (sent.current === text) return
    const timer = setTimeout(() => {
      sent.current = text
      void send.current({ kind: 'search', text })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, send])
  return (
    <div className={inputs.search}>
      <Icon name="search" size={22} className={classes(inputs.searchIcon, styles.icon)} />
      <input
        ref={input}
        className={classes(inputs.box, inputs.searchBox, styles.input)}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxText}
        aria-label={t('search')}
        placeholder={t('searchPlace')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text !== '' && (
        <IconButton
          className={styles.clear}
          icon="close"
          size={20}
          label={t('clear')}
          onClick={() => {
            setText('')
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}
