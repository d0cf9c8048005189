import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { Text } from 'react-aria-components/Text'
import { Icon } from './icons.tsx'
import { classes } from './classes.ts'
import styles from './picker.module.css'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** One line more in the list. */
  readonly about?: string
}

interface PickerProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
  /** In a row of filters the label stands inside. */
  readonly isCompact?: boolean
  readonly isDisabled?: boolean
}

/** A list of choices in a popover, of which one is chosen. */
export function Picker<Value extends string>({
  label,
  value,
  choices,
  onChange,
  isCompact = false,
  isDisabled = false,
}: PickerProps<Value>) {
  return (
    <Select
      value={value}
      onChange={(key) => {
        const choice = choices.find((one) => one.value === key)
        if (choice !== undefined) onChange(choice.value)
      }}
      isDisabled={isDisabled}
      className={classes(styles['picker'], isCompact && styles['compact'])}
    >
      <Label className={isCompact ? 'spoken' : ''}>{label}</Label>
      <Button className={styles['button'] ?? ''}>
        <SelectValue className={styles['value'] ?? ''}>
          {() => choices.find((choice) => choice.value === value)?.label ?? ''}
        </SelectValue>
        <Icon name="down" size={16} />
      </Button>
      <Popover className={styles['popover'] ?? ''}>
        <ListBox className={styles['list'] ?? ''}>
          {choices.map((choice) => (
            <ListBoxItem
              key={choice.value}
              id={choice.value}
              textValue={choice.label}
              className={styles['item'] ?? ''}
            >
              {({ isSelected }) => (
                <>
                  <span className={styles['words']}>
                    <Text slot="label">{choice.label}</Text>
                    {choice.about === undefined ? null : (
                      <Text slot="description" className={styles['about'] ?? ''}>
                        {choice.about}
                      </Text>
                    )}
                  </span>
                  {isSelected ? <Icon name="check" size={18} /> : null}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  )
}
