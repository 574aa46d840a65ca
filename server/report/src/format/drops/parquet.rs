//! Drops as Apache Parquet.

use std::{io::Write, sync::Arc};

use affixboard_model::batch::{LoggedItem, Shard};
use parquet::{
    basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical},
    data_type::{ByteArray, ByteArrayType, Int64Type},
    file::{metadata::KeyValue, properties::WriterProperties, writer::SerializedFileWriter},
    schema::types::Type,
};

use super::{DropColumn, DropTable, DropValue};

/// Rows of a row group, about: a shard is never divided.
const ROWS: usize = 1 << 18;

/// Error of writing a Parquet file.
pub type ParquetError = parquet::errors::ParquetError;

/// Writes drops as Parquet, compressed by Snappy. All columns are optional: what an item doesn't have is null. Numbers are of 64
/// bits, texts are UTF-8.
pub struct DropsParquet<'a, W: Write + Send> {
    table: DropTable<'a>,
    out: SerializedFileWriter<W>,
    rows: Vec<Vec<DropValue>>,
}

impl<'a, W: Write + Send> DropsParquet<'a, W> {
    /// Begins a file; `about` is kept in it as names and values.
    ///
    /// # Errors
    /// Fails where writing does, as its other functions do.
    pub fn begin(out: W, table: DropTable<'a>, about: &[(&str, String)]) -> Result<DropsParquet<'a, W>, ParquetError> {
        let fields = table.columns().iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("drops").with_fields(fields).build()?;
        let about = about.iter().map(|(name, value)| KeyValue::new((*name).to_owned(), value.clone())).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("affixboard ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(about))
            .build();
        let out = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        Ok(DropsParquet { table, out, rows: Vec::new() })
    }

    /// Adds the items of a shard, and a row for each of `nothing` drops that came to nothing.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(&mut self, shard: &Shard, items: &[LoggedItem], nothing: u64) -> Result<(), ParquetError> {
        let items = items.iter().map(Some).chain((0..nothing).map(|_| None));
        self.rows.extend((1..).zip(items).map(|(at, item)| self.table.row(shard, at, item)));
        if self.rows.len() >= ROWS { self.write_group() } else { Ok(()) }
    }

    /// Writes the rest and the end of the file.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self) -> Result<W, ParquetError> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        self.out.into_inner()
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.out.next_row_group()?;
        for (at, column) in self.table.columns().iter().enumerate() {
            let Some(mut writer) = group.next_column()? else { break };
            let values = || rows.iter().map(|row| &row[at]);
            let levels: Vec<i16> = values().map(|value| i16::from(*value != DropValue::Null)).collect();
            if column.is_number {
                let numbers: Vec<i64> = values().filter_map(as_number).collect();
                writer.typed::<Int64Type>().write_batch(&numbers, Some(&levels), None)?;
            } else {
                let texts: Vec<ByteArray> = values().filter_map(as_bytes).collect();
                writer.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)?;
            }
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }
}

fn as_number(value: &DropValue) -> Option<i64> {
    match value {
        DropValue::Number(number) => Some(*number),
        DropValue::Null | DropValue::Text(_) => None,
    }
}

fn as_bytes(value: &DropValue) -> Option<ByteArray> {
    match value {
        DropValue::Text(text) => Some(ByteArray::from(text.as_str())),
        DropValue::Null | DropValue::Number(_) => None,
    }
}

fn field(column: &DropColumn) -> Result<Arc<Type>, ParquetError> {
    let physical = if column.is_number { Physical::INT64 } else { Physical::BYTE_ARRAY };
    let builder = Type::primitive_type_builder(column.name, physical).with_repetition(Repetition::OPTIONAL);
    let builder = if column.is_number {
        builder
    } else {
        builder.with_logical_type(Some(LogicalType::String)).with_converted_type(ConvertedType::UTF8)
    };
    Ok(Arc::new(builder.build()?))
}

impl<W: Write + Send> std::fmt::Debug for DropsParquet<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DropsParquet").field("columns", &self.table.columns().len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use affixboard_model::{
        batch::{Cell, KeySpace, Metric, Names, NumberRange},
        catalog::{AffixId, KindId},
    };
    use parquet::{
        file::reader::{FileReader, SerializedFileReader},
        record::RowAccessor,
    };

    use super::*;
    use crate::testing::catalog;

    #[test]
    fn what_is_written_is_read() {
        let catalog = Arc::new(catalog());
        let kinds: Arc<[KindId]> = (0..catalog.kinds.len() as u32).map(KindId).collect();
        let mut keys = KeySpace::new(catalog);
        let to_hit = keys.push(Metric::TO_HIT, Arc::clone(&kinds), Names::Numbers(NumberRange { first: -5, last: 5 }));
        let flags = keys.push(Metric::FLAG, kinds, Names::Fixed(["A", "B", "C"].map(str::to_owned).to_vec()));
        let item = LoggedItem {
            kind: KindId(0),
            artifact: None,
            affixes: vec![(AffixId(0), 1), (AffixId(1), 2)],
            theme: None,
            // -3, A and C.
            values: vec![to_hit + 2, flags, flags + 2],
            appraisal: affixboard_model::game::Appraisal::default(),
        };
        let names = [0, 1].map(|id| keys.catalog().affix(AffixId(id)).name.clone()).join("|");
        let words = &crate::testing::WORDS;
        let shard = Shard { cell: Cell { depth: 7, quality: 0, kind: None }, piece: 3, drops: 2 };
        let table = DropTable::new(&keys, words, false);
        let columns: Vec<&str> = table.columns().iter().map(|column| column.name).collect();
        let at = |name: &str| columns.iter().position(|column| *column == name).expect(name);
        let mut file = DropsParquet::begin(Vec::new(), table, &[("seed", "9".to_owned())]).expect("begun");
        file.add(&shard, std::slice::from_ref(&item), 1).expect("added");
        let bytes = file.end().expect("ended");
        let mut place = tempfile::tempfile().expect("a file");
        place.write_all(&bytes).expect("written");
        let reader = SerializedFileReader::new(place).expect("a file");
        let about = reader.metadata().file_metadata().key_value_metadata().expect("metadata");
        assert_eq!((about[0].key.as_str(), about[0].value.as_deref()), ("seed", Some("9")));
        let rows: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), 2);
        for (row, number) in rows.iter().zip(1..) {
            assert_eq!(["depth", "piece", "item"].map(|name| row.get_long(at(name)).ok()), [7, 3, number].map(Some));
        }
        assert_eq!(rows[0].get_long(at("to_hit")).ok(), Some(-3));
        assert_eq!(rows[0].get_string(at("flags")).ok().map(String::as_str), Some("A|C"));
        assert_eq!(rows[0].get_string(at("affixes")).ok(), Some(&names));
        assert!(rows[1].get_long(at("to_hit")).is_err() && rows[1].get_string(at("flags")).is_err(), "null");
    }
}
