import { filmTerritories } from '#contract/console/films.ts'
import { useNowSec } from '#console/session/now.ts'
import type { FormField } from '#console/session/use-form.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { useFilmEditorText } from './film-editor-text.ts'
import { useWindowWords } from './window-state.tsx'
import { type TypedWindow, emptyWindow, readWindows, typedState, windowsProblem } from './window-values.ts'
import styles from './editor.module.css'

const maxWindows = 20

interface WindowsFieldProps {
  readonly field: FormField
  /** What it means that there are none. */
  readonly hint: string
}

/** When and where something may be watched: windows, each from a moment until another one in a territory. */
export function WindowsField({ field, hint }: WindowsFieldProps) {
  const t = useFilmEditorText()
  const words = useWindowWords()
  const nowSec = useNowSec()
  const windows = readWindows(field.value)
  const set = (next: readonly TypedWindow[]) => field.onChange(JSON.stringify(next))
  const change = (index: number, part: Partial<TypedWindow>) =>
    set(windows.map((window, at) => (at === index ? { ...window, ...part } : window)))
  const problem = windowsProblem(windows)
  const message =
    problem === undefined
      ? field.problem
      : problem.kind === 'period'
        ? t('problemPeriod', { number: problem.number })
        : t('problemOverlap', { number: problem.number, other: problem.other })
  return (
    <fieldset className={styles['windows']} id={field.id} tabIndex={-1}>
      <legend>{t('windows')}</legend>
      <p className={styles['hint']}>{hint}</p>
      {windows.map((window, index) => (
        <div
          key={index}
          className={styles['window']}
          role="group"
          aria-label={t('window', { number: index + 1 })}
        >
          {(['from', 'until'] as const).map((name) => (
            <TextField
              key={name}
              label={t(name)}
              type="datetime-local"
              field={{
                ...{ id: `${field.id}${name}${index}`, name: `${name}${index}`, value: window[name] },
                problem: undefined,
                onChange: (value) => change(index, { [name]: value }),
              }}
            />
          ))}
          <Picker
            label={t('territory')}
            value={window.territory}
            choices={filmTerritories.map((value) => ({ value, label: t(`territory.${value}`) }))}
            onChange={(territory) => change(index, { territory })}
          />
          <IconButton
            icon="close"
            label={t('removeWindow', { number: index + 1 })}
            onPress={() => set(windows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <p role="status">{t('now', { state: words(typedState(field.value, nowSec)) })}</p>
      <div role="alert">{message === undefined ? null : <p className={styles['problem']}>{message}</p>}</div>
      <Button
        icon="add"
        isDisabled={windows.length >= maxWindows}
        onPress={() => set([...windows, emptyWindow])}
      >
        {t('addWindow')}
      </Button>
    </fieldset>
  )
}
