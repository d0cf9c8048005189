import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from '#web/router/router.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

interface ButtonVariant {
  /**
   * `primary` is the one saffron action of a screen; `secondary` all others; `quiet` a text with a touch target.
   */
  readonly variant?: 'primary' | 'secondary' | 'quiet'
  readonly size?: 'm' | 'l'
  readonly icon?: IconName
  readonly wide?: boolean
  readonly children: ReactNode
  readonly className?: string | undefined
}
type ButtonProps = ButtonVariant & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonVariant>

function variantClass({ variant = 'secondary', size = 'm', wide = false, className }: ButtonVariant) {
  return classes(styles.button, styles[variant], styles[size], wide && styles.wide, className)
}

function Inside({ icon, children }: Pick<ButtonVariant, 'icon' | 'children'>) {
  return (
    <>
      {icon !== undefined && <Icon name={icon} size={20} className={styles.icon} />}
      <span>{children}</span>
    </>
  )
}

/** A button with an action on this page. */
export function Button({ variant, size, icon, wide, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={variantClass({ ...variantOf({ variant, size, wide }), className, children })}
    >
      <Inside {...(icon === undefined ? {} : { icon })}>{children}</Inside>
    </button>
  )
}

interface LinkProps extends ButtonVariant {
  readonly to: string
  readonly state?: unknown
  /** Replaces the current history entry. */
  readonly replace?: boolean
}

/** A link that looks like a button. */
export function ButtonLink({ to, state, replace, icon, children, ...rest }: LinkProps) {
  return (
    <Link
      to={to}
      state={state}
      {...(replace === undefined ? {} : { replace })}
      className={variantClass({ ...rest, children })}
    >
      <Inside {...(icon === undefined ? {} : { icon })}>{children}</Inside>
    </Link>
  )
}

interface VariantProps {
  variant: ButtonVariant['variant'] | undefined
  size: ButtonVariant['size'] | undefined
  wide: boolean | undefined
}

function variantOf({ variant, size, wide }: VariantProps) {
  return {
    ...(variant === undefined ? {} : { variant }),
    ...(size === undefined ? {} : { size }),
    ...(wide === undefined ? {} : { wide }),
  }
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: IconName
  /** The action, read aloud and shown on hover. */
  readonly label: string
  readonly size?: number
}

/** A round button of 48 pixels with only an icon. */
export function IconButton({ icon, label, size = 24, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classes(styles.iconButton, className)}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
