// The record stream: what was read, in document order, as one string whose every prefix can be used.
//
// A record is a letter and its fields; numbers are decimal and end with '.', texts are preceded by their length in
// UTF-16 units and ':'. Names and styles are defined when they first occur and are referred to by number afterwards.

class Output {
  constructor() {
    this.records = '';
    this.names = new Map();
    this.styles = new Map();
  }

  name(text) {
    let number = this.names.get(text);
    if (number === undefined) {
      number = this.names.size;
      this.names.set(text, number);
      this.records += `n${text.length}:${text}`;
    }
    return number;
  }

  style(word) {
    let number = this.styles.get(word);
    if (number === undefined) {
      number = this.styles.size;
      this.styles.set(word, number);
      this.records += `s${word}.`;
    }
    return number;
  }

  element(name, namespace, word) {
    const number = this.name(name);
    const style = this.style(word);
    this.records += namespace === 0 ? `e${style}.${number}.` : `g${namespace}.${style}.${number}.`;
  }

  attribute(name, value) {
    const number = this.name(name);
    this.records += `a${number}.${value.length}:${value}`;
  }

  text(text, word) {
    if (word === 0) {
      this.records += `t${text.length}:${text}`;
    } else {
      const style = this.style(word);
      this.records += `T${style}.${text.length}:${text}`;
    }
  }

  close() {
    this.records += '/';
  }
}
