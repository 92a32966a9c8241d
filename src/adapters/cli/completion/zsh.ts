import type { CompletedOption, CompletionTables } from "./tables.js";

/** The script for zsh: sourced behind compinit, or a file _scriptorium on the fpath. */
export function zshCompletion({ commands, types }: CompletionTables): string {
  const open = commands.filter(({ isOpen }) => isOpen).map(({ name }) => name);
  return `#compdef scriptorium
# Completions of scriptorium for zsh. Read them behind compinit with: source <(scriptorium completion zsh)
_scriptorium() {
  local command=\${words[2]} previous=\${words[CURRENT-1]} current=\${words[CURRENT]} type= word
  local -a commands options choices values
  if (( CURRENT == 2 )); then
    commands=(
${commands.map(({ name, says }) => `      ${quoted(`${name}:${says}`)}`).join("\n")}
    )
    _describe -t commands command commands
    return
  fi
  case $command in
${commands.map(({ name, options, words }) => `    ${name}) options=(${described(options)} '--help:Say what there is'); choices=(${words.join(" ")}) ;;`).join("\n")}
  esac
  case $command in (${open.join("|")})
    for word in "\${(@)words[3,CURRENT-1]}"; do
      case $word in
${types.map(({ type, options }) => `        ${type}) type=$word; options+=(${described(options)}) ;;`).join("\n")}
      esac
    done
  esac
  [[ -n $type ]] && choices=()
  if [[ $previous == --* ]]; then
    case "$command $previous" in
${valueCases(commands.map(({ name, options }) => [name, options]))}
    esac
    (( $#values )) || case "$type $previous" in
${valueCases(types.map(({ type, options }) => [type, options]))}
    esac
    case \${values[1]} in
      '') ;;
      @file) _files; return ;;
      @folder) _files -/; return ;;
      @text) if [[ $current == @* ]]; then compset -P @; _files; fi; return ;;
      *) compadd -- $values; return ;;
    esac
  fi
  if [[ $current == -* ]]; then
    _describe -o -t options option options
  elif (( $#choices )); then
    compadd -- $choices
  else
    _files
  fi
}
compdef _scriptorium scriptorium
`;
}

function described(options: readonly CompletedOption[]): string {
  return options.map(({ flag, says }) => quoted(`--${flag}:${says}`)).join(" ");
}

/** A line for each set of values that options take. */
function valueCases(owners: readonly (readonly [string, readonly CompletedOption[]])[]): string {
  const byValue = new Map<string, string[]>();
  for (const [owner, options] of owners) {
    for (const { flag, takes, values } of options) {
      if (takes === "nothing") continue;
      const value = values.length > 0 ? values.map(quoted).join(" ") : `@${takes}`;
      byValue.set(value, [...(byValue.get(value) ?? []), quoted(`${owner} --${flag}`)]);
    }
  }
  return [...byValue].map(([value, patterns]) => `      (${patterns.join("|")}) values=(${value}) ;;`).join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
