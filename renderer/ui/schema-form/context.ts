/** What every control of a schema form needs from the form around it. */
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import type { FieldProblem, Json, JsonRecord } from './json'
import type { FieldNoteTexts } from './model'

export interface SchemaFieldProps {
  /** The property's name, or its title where the form goes by titles: label and accessible name of the control. */
  readonly name: string
  readonly schema: Json | undefined
  readonly value: Json | undefined
  /** `undefined` takes the value away. */
  readonly onChange: (value: Json | undefined) => void
  /** JSON Pointer of the value inside the whole. */
  readonly pointer: string
  readonly depth: number
  readonly isRequired: boolean
  /** An item of a list: it is always there, so nothing marks it as required. */
  readonly isItem?: boolean
}

/** A control's props: the field's own and what the model read from the schema. */
export interface ControlProps extends SchemaFieldProps {
  readonly notes: FieldNoteTexts
}

export interface SchemaFormContextValue {
  readonly root: JsonRecord
  readonly problems: readonly FieldProblem[]
  /** Fields go by their titles where they have one, not by the names of their properties. */
  readonly isLabelledByTitle: boolean
  /** A JSON part says whether its text can be read; while it can not, the form's value is not what is seen. */
  readonly markUnreadable: (pointer: string, isUnreadable: boolean) => void
  /** Draws a child: containers do not import the dispatcher that imports them. */
  readonly renderField: (props: SchemaFieldProps) => ReactNode
}

const SchemaFormContext = createContext<SchemaFormContextValue | null>(null)

export const SchemaFormProvider = SchemaFormContext.Provider

export function useSchemaForm(): SchemaFormContextValue {
  const context = useContext(SchemaFormContext)
  if (context === null) throw new Error('A schema field stands outside of a schema form')
  return context
}
