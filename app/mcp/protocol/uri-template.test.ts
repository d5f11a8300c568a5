import { describe, expect, it } from 'vitest'
import { expandUriTemplate, readTemplate } from './uri-template'
import { renderEnglish } from '../../testing/in-english'

describe('readTemplate', () => {
  it.each([
    ['file:///{path}', ['path']],
    [
      '{scheme}://{+host}{/segments*}{?q,lang:2}{&page}{#part}',
      ['scheme', 'host', 'segments', 'q', 'lang', 'page', 'part']
    ],
    ['x:{a.b}{.a_c}{;%20x}', ['a.b', 'a_c', '%20x']],
    ['x:{same}/{same}', ['same']],
    ['x:nothing to fill in', []]
  ])('lists the variables: %s', (template, variables) => {
    expect(readTemplate(template)).toEqual({ variables, problem: null })
  })

  it.each([
    'x:{open',
    'x:close}',
    'x:{}',
    'x:{a b}',
    'x:{=a}',
    'x:{a,}',
    'x:{a:0}',
    'x:{a**}',
    'x:{{a}}',
    'x:\ud800'
  ])('reports %s as invalid', (template) => {
    expect(renderEnglish(readTemplate(template))).toMatchObject({
      variables: [],
      problem: expect.stringMatching(/^Parley can't fill in the template, because .*\.$/) as string
    })
    expect(() => expandUriTemplate(template, {})).toThrow(/fill in the template/)
  })
})

// Examples of the standard: https://www.rfc-editor.org/rfc/rfc6570#section-3.2
describe('expandTemplate', () => {
  const variables = {
    var: 'value',
    hello: 'Hello World!',
    path: '/foo/bar',
    empty: '',
    half: '50%',
    x: '1024',
    y: '768'
  }
  it.each([
    ['{hello}', 'Hello%20World%21'],
    ['{+path}/here', '/foo/bar/here'],
    ['{+half}', '50%25'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{var:3}', 'val'],
    ['{?x,undef}', '?x=1024'],
    ['{toString}{__proto__}', '']
  ])('%s', (template, uri) => {
    expect(expandUriTemplate(template, variables)).toBe(uri)
  })

  it("reports a value that a URI can't contain", () => {
    expect(() => expandUriTemplate('{a}', { a: '\ud800' })).toThrow(/aren't allowed in a URI/)
  })
})
