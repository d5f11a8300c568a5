/** What every control of a schema form needs from the form. */
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import type { FieldProblem, Json, JsonRecord } from './json'
import type { FieldNoteTexts } from './model'

export interface SchemaFieldProps {
  /** The property's name, or its title if the form uses titles: label and accessible name of the control. */
  readonly name: string
  readonly schema: Json | undefined
  readonly value: Json | undefined
  /** `undefined` removes the value. */
  readonly onChange: (value: Json | undefined) => void
  /** JSON Pointer of the value inside the whole. */
  readonly pointer: string
  readonly depth: number
  readonly isRequired: boolean
  /** A list item: it always exists, so it isn't marked as required. */
  readonly isItem?: boolean
}

/** A control's props: the field's own and what the model read from the schema. */
export interface ControlProps extends SchemaFieldProps {
  readonly notes: FieldNoteTexts
}

export interface SchemaFormContextValue {
  readonly root: JsonRecord
  readonly problems: readonly FieldProblem[]
  /** Fields are labelled by their titles if they have one, instead of property names. */
  readonly isLabelledByTitle: boolean
  /** A JSON part reports whether its text is valid; while it isn't, the form's value differs from what is shown. */
  readonly markUnreadable: (pointer: string, isUnreadable: boolean) => void
  /** Draws a child, because containers can't import the dispatcher that imports them. */
  readonly renderField: (props: SchemaFieldProps) => ReactNode
}

const SchemaFormContext = createContext<SchemaFormContextValue | null>(null)

export const SchemaFormProvider = SchemaFormContext.Provider

export function useSchemaForm(): SchemaFormContextValue {
  const context = useContext(SchemaFormContext)
  if (context === null) throw new Error('A schema field is outside a schema form')
  return context
}
